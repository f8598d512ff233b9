package io.pimlock.samples.quickstart;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * Starts the ledger service.
 */
@SpringBootApplication
public class QuickstartApplication {

	/**
	 * Starts the application.
	 * @param args the command line, such as {@code --server.port=8081}
	 */
	public static void main(String[] args) {
		SpringApplication.run(QuickstartApplication.class, args);
	}

}
