package io.pimlock.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.pimlock.Pimlock;
import io.pimlock.PimlockException;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.PimlockOptions;

/**
 * Looks at the buckets when nobody is there any more.
 */
final class Leftovers {

	private static final Set<String> STAY = Set.of(".lock.guard", ".lock.stamp");

	private final Ground ground;

	private final Tally tally;

	Leftovers(Ground ground, Tally tally) {
		this.ground = ground;
		this.tally = tally;
	}

	void check(List<Path> buckets) throws IOException {
		list(buckets);
		try (Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults().withApplication("referee"))) {
			for (Path bucket : buckets) {
				try {
					pimlock.buckets().acquire(bucket, Duration.ZERO).close();
				}
				catch (PimlockException ex) {
					this.tally.problem(Problem.LEFT_OVER, "a lock that nobody holds: " + ex.getMessage());
				}
			}
		}
		list(buckets);
	}

	private void list(List<Path> buckets) throws IOException {
		for (Path bucket : buckets) {
			try (Stream<Path> files = Files.list(bucket)) {
				files.filter((file) -> !STAY.contains(String.valueOf(file.getFileName())))
					.forEach((file) -> this.tally.problem(Problem.LEFT_OVER,
							bucket.getFileName() + "/" + file.getFileName()));
			}
			if (Files.isSymbolicLink(this.ground.marker(bucket))) {
				this.tally.problem(Problem.LEFT_OVER, "the marker of " + bucket.getFileName());
			}
		}
	}

}
