package io.pimlock.torture;

import java.time.Duration;

import io.pimlock.torture.JournalLine.Event;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Who hangs, and who only waits for somebody who is stopped.
 */
class ProgressWatchTests {

	private final ProgressWatch watch = new ProgressWatch(Duration.ofSeconds(60));

	private void line(Event event, String worker, int thread, String bucket, int second) {
		this.watch.accept(new JournalLine(event, worker, 1, thread, 7, 0, bucket, -1, -1, "-"), at(second));
	}

	private static long at(int second) {
		return Duration.ofSeconds(1000 + second).toNanos();
	}

	@Test
	void threadThatDoesNotGetInHangs() {
		line(Event.BORN, "jvm-0", 0, "-", 0);
		line(Event.READY, "jvm-0", 0, "-", 1);
		line(Event.READY, "jvm-0", 1, "-", 1);
		line(Event.ENTER, "jvm-0", 0, "a", 50);
		assertThat(this.watch.hung(at(61))).isEmpty();
		assertThat(this.watch.hung(at(62))).containsExactly("jvm-0.1.1");
	}

	@Test
	void refusalsAreNoProgress() {
		line(Event.READY, "jvm-0", 0, "-", 0);
		line(Event.BUSY, "jvm-0", 0, "a", 59);
		assertThat(this.watch.hung(at(61))).containsExactly("jvm-0.1.0");
	}

	@Test
	void processThatDoesNotStartHangs() {
		line(Event.BORN, "jvm-0", 0, "-", 0);
		assertThat(this.watch.hung(at(61))).containsExactly("jvm-0.1.");
	}

	@Test
	void bucketThatNobodyGetsIntoIsStranded() {
		line(Event.READY, "jvm-0", 0, "-", 0);
		line(Event.ENTER, "jvm-0", 0, "a", 0);
		line(Event.ENTER, "jvm-0", 0, "b", 60);
		assertThat(this.watch.hung(at(61))).containsExactly("a");
	}

	@Test
	void timeInWhichSomebodyIsStoppedDoesNotCount() {
		line(Event.READY, "jvm-0", 0, "-", 0);
		line(Event.READY, "jvm-1", 0, "-", 0);
		line(Event.STOPPED, "jvm-1", 0, "-", 10);
		assertThat(this.watch.hung(at(500))).isEmpty();
		line(Event.CONTINUED, "jvm-1", 0, "-", 510);
		assertThat(this.watch.hung(at(560))).isEmpty();
		assertThat(this.watch.hung(at(561))).containsExactlyInAnyOrder("jvm-0.1.0", "jvm-1.1.0");
	}

	@Test
	void deathOfTheStoppedEndsTheExcuse() {
		line(Event.READY, "jvm-0", 0, "-", 0);
		line(Event.READY, "jvm-1", 0, "-", 0);
		line(Event.STOPPED, "jvm-1", 0, "-", 10);
		line(Event.DOOMED, "jvm-1", 0, "-", 20);
		line(Event.DEAD, "jvm-1", 0, "-", 20);
		assertThat(this.watch.hung(at(71))).containsExactly("jvm-0.1.0");
	}

}
