package io.pimlock.benchmarks.startup.application;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * An application that starts, says when, and ends. The same with and without Pimlock:
 * where the annotation is not on the class path, it is not seen.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class StartupApplication {

	/**
	 * Prints when it was entered and when the application had started.
	 * @param args the application's
	 */
	public static void main(String[] args) {
		long entered = System.nanoTime();
		try (ConfigurableApplicationContext context = SpringApplication.run(StartupApplication.class, args)) {
			long started = System.nanoTime();
			System.out.println("started " + entered + " " + started);
		}
	}

	@Bean
	Ledger ledger() {
		return new Ledger();
	}

}
