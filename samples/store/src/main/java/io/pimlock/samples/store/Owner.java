package io.pimlock.samples.store;

import java.io.IOException;

import io.pimlock.StoreStagingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Looks after the store: takes in what is queued, and has garbage collected.
 */
@Component
@Profile("owner")
class Owner {

	private static final Logger logger = LoggerFactory.getLogger(Owner.class);

	private final DocumentQueue queue;

	private final DocumentIndex index;

	private final Collector collector;

	Owner(DocumentQueue queue, DocumentIndex index, Collector collector) {
		this.queue = queue;
		this.index = index;
		this.collector = collector;
	}

	@Scheduled(fixedDelayString = "${store.apply-every}")
	void apply() throws IOException {
		for (QueuedDocument document : this.queue.documents()) {
			this.index.put(document);
			this.queue.remove(document);
			logger.info("Took in '{}' ({} bytes)", document.name(), document.object().size());
		}
	}

	@Scheduled(initialDelayString = "${store.collect-every}", fixedDelayString = "${store.collect-every}")
	void collect() throws IOException {
		try {
			logger.info("Collected {} files", this.collector.collect());
		}
		catch (StoreStagingException ex) {
			logger.info("Nothing collected: {}", ex.getMessage());
		}
	}

}
