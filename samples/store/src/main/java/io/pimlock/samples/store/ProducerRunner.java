package io.pimlock.samples.store;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Stores the files that the command line names.
 */
@Component
@Profile("producer")
class ProducerRunner implements ApplicationRunner {

	private final Producer producer;

	ProducerRunner(Producer producer) {
		this.producer = producer;
	}

	@Override
	public void run(ApplicationArguments arguments) throws Exception {
		for (String argument : arguments.getNonOptionArgs()) {
			Path file = Path.of(argument);
			try (InputStream body = Files.newInputStream(file)) {
				StoredObject object = this.producer.put(String.valueOf(file.getFileName()), body);
				System.out
					.println("stored " + file.getFileName() + ", " + object.size() + " bytes, as " + object.digest());
			}
		}
	}

}
