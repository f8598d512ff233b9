package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.pimlock.BucketLock;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmokeTests {

	@Test
	void smoke(@TempDir Path dir) throws Exception {
		try (Pimlock p = FilePimlock.create(PimlockOptions.defaults().withApplication("smoke"))) {
			try (BucketLock lock = p.buckets().acquire(dir)) {
				System.out
					.println(Files.readString(dir.resolve(".lock")) + Files.readString(dir.resolve(".lock.guard")));
				System.out.println(p.buckets().inspect(dir) + " " + p.heldLocks());
				System.out.println(new ProcessBuilder("ls", "-la", dir.toString()).redirectErrorStream(true)
					.start()
					.inputReader()
					.lines()
					.toList());
			}
			for (int r = 0; r < 5; r++) {
				long t = System.nanoTime();
				for (int i = 0; i < 20000; i++) {
					p.buckets().acquire(dir, Duration.ZERO).close();
				}
				System.out.println("us per cycle " + (System.nanoTime() - t) / 20000 / 1000.0);
			}
		}
	}

}
