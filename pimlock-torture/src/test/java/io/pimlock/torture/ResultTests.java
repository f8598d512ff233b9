package io.pimlock.torture;

import java.time.Duration;
import java.util.List;

import io.pimlock.torture.JournalLine.Event;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What fails a run, and what is only reported.
 */
class ResultTests {

	private final Tally tally = new Tally();

	private Result result(String... options) {
		return new Result(TortureOptions.parse(options), this.tally, Duration.ofSeconds(1), 0, List.of(),
				new Surroundings("system", 2, "ext4", "jvm"));
	}

	private void acquired(String worker) {
		this.tally.accept(new JournalLine(Event.ENTER, worker, 1, 0, 42, 1, "a", 1, 1000, "-"));
	}

	@Test
	void overlapsWithAnOriginalAreExcusedByCrashesOnly() {
		acquired("jvm-0");
		acquired("python-0");
		this.tally.overlap(new Overlap("a", "jvm-0.1.0", "python-0.1.0", "journal"));
		assertThat(result("--workers=jvm:1,python:1").failures()).isEmpty();
		assertThat(result("--workers=jvm:1,python:1", "--kills-per-minute=0").failures()).hasSize(1);
	}

	@Test
	void overlapsAmongPimlockAlwaysFail() {
		acquired("jvm-0");
		acquired("python-0");
		this.tally.overlap(new Overlap("a", "jvm-0.1.0", "jvm-1.1.0", "journal"));
		Result result = result("--workers=jvm:1,python:1");
		assertThat(result.failures()).singleElement().asString().contains("overlaps among Pimlock").endsWith(": 1");
		assertThat(new Report(result).markdown()).contains("FAILED: overlaps among Pimlock");
	}

	@Test
	void kindThatNeverGotInFails() {
		acquired("jvm-0");
		assertThat(result("--workers=jvm:1").failures()).isEmpty();
		assertThat(result("--workers=jvm:1,rust:1").failures()).containsExactly("nobody of kind rust got in");
	}

	@Test
	void quantilesAreNearEnough() {
		Waits waits = new Waits();
		for (int i = 1; i <= 1000; i++) {
			waits.add(i * 1_000_000L);
		}
		assertThat(waits.quantile(0.5).toMillis()).isBetween(468L, 500L);
		assertThat(waits.quantile(0.99).toMillis()).isBetween(928L, 990L);
		assertThat(waits.quantile(1)).isEqualTo(Duration.ofSeconds(1));
		assertThat(new Waits().quantile(0.5)).isZero();
	}

}
