package io.pimlock.samples.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.util.Assert;

/**
 * Starts the owner of the store or, with the profile {@code producer}, puts files into
 * it.
 */
@SpringBootApplication
@EnableScheduling
@EnableConfigurationProperties(StoreProperties.class)
public class StoreApplication {

	/**
	 * Starts the application.
	 * @param args the command line; for a producer, the files to store
	 */
	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(StoreApplication.class);
		application.addInitializers(StoreApplication::createStore);
		application.run(args);
	}

	/** A store has to be there before it can be owned; Pimlock never creates one. */
	private static void createStore(ConfigurableApplicationContext context) {
		StoreProperties store = Binder.get(context.getEnvironment()).bindOrCreate("store", StoreProperties.class);
		Assert.isTrue(store.directory().isAbsolute(), "store.directory has to be an absolute path");
		try {
			Files.createDirectories(store.directory());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
