package io.pimlock.samples.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

import io.pimlock.StoreLock;
import io.pimlock.StoreLocks;

import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Removes bodies that nothing refers to, while nobody stages.
 */
@Component
@Profile("owner")
class Collector {

	private final Objects objects;

	private final DocumentQueue queue;

	private final DocumentIndex index;

	private final StoreLocks stores;

	private final Path directory;

	Collector(Objects objects, DocumentQueue queue, DocumentIndex index, StoreLocks stores, StoreProperties store) {
		this.stores = stores;
		this.directory = store.directory();
		this.objects = objects;
		this.queue = queue;
		this.index = index;
	}

	/**
	 * Collects once.
	 * @return how many files were removed
	 * @throws io.pimlock.StoreStagingException if somebody stages
	 */
	int collect() throws IOException {
		try (StoreLock lock = this.stores.collect(this.directory)) {
			// The queue first: what leaves it after this is in the index by then. The
			// owner lock would not keep the owner's own threads from moving it meanwhile.
			Set<String> referenced = new HashSet<>();
			this.queue.documents().forEach((document) -> referenced.add(document.object().digest()));
			referenced.addAll(this.index.digests());
			return this.objects.retain(referenced, lock);
		}
	}

}
