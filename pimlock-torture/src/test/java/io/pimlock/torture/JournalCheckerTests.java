package io.pimlock.torture;

import io.pimlock.torture.JournalLine.Event;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The judge must see what it is there to see, and nothing else.
 */
class JournalCheckerTests {

	private final Tally tally = new Tally();

	private final JournalChecker checker = new JournalChecker(this.tally);

	private long nanos;

	private long token;

	@BeforeEach
	void everybodyIsBorn() {
		for (String worker : new String[] { "jvm-0", "jdk-0", "python-0", "python-1", "flock-0", "rust-0" }) {
			referee(Event.BORN, worker, 1);
		}
	}

	private void referee(Event event, String worker, int incarnation) {
		line(event, worker, incarnation, "-", -1, ++this.nanos, "KILL");
	}

	private void worker(Event event, String worker, String bucket) {
		line(event, worker, 1, bucket, (event == Event.ENTER) ? ++this.token : -1, ++this.nanos, "-");
	}

	private void line(Event event, String worker, int incarnation, String bucket, long number, long at, String text) {
		JournalLine line = new JournalLine(event, worker, incarnation, 0, 7, at, bucket, number, -1, text);
		this.checker.accept(JournalLine.parse(line.format().strip()));
	}

	private void assertProblems(Problem... problems) {
		assertThat(Problem.values()).filteredOn((problem) -> this.tally.count(problem) > 0)
			.containsExactlyInAnyOrder(problems);
	}

	@Test
	void acceptsOneAfterTheOtherAndTwoBucketsAtATime() {
		worker(Event.ENTER, "jvm-0", "a");
		worker(Event.ENTER, "jdk-0", "b");
		worker(Event.EXIT, "jvm-0", "a");
		worker(Event.ENTER, "python-0", "a");
		worker(Event.EXIT, "python-0", "a");
		worker(Event.ENTER, "rust-0", "a");
		assertProblems();
		assertThat(this.tally.acquisitions()).isEqualTo(3);
	}

	@Test
	void seesTwoInside() {
		worker(Event.ENTER, "jvm-0", "a");
		worker(Event.ENTER, "jdk-0", "a");
		assertProblems(Problem.OVERLAP);
		assertThat(this.tally.examples()).singleElement().asString().contains("jvm-0.1.0", "jdk-0.1.0", "in a");
	}

	@Test
	void seesTwoThreadsOfOneProcessInside() {
		worker(Event.ENTER, "jvm-0", "a");
		this.checker.accept(new JournalLine(Event.ENTER, "jvm-0", 1, 1, 7, ++this.nanos, "a", ++this.token, -1, "-"));
		assertProblems(Problem.OVERLAP);
	}

	@Test
	void seesThatTheKernelLockDoesNotExclude() {
		worker(Event.ENTER, "jvm-0", "a");
		worker(Event.ENTER, "flock-0", "a");
		assertProblems(Problem.OVERLAP);
	}

	@Test
	void kernelLockPeersAndOriginalsMayMeet() {
		worker(Event.ENTER, "python-0", "a");
		worker(Event.ENTER, "rust-0", "a");
		worker(Event.EXIT, "python-0", "a");
		assertProblems();
	}

	@Test
	void countsOverlapsWithOriginalsSeparately() {
		worker(Event.ENTER, "python-0", "a");
		worker(Event.ENTER, "jvm-0", "a");
		assertProblems(Problem.OVERLAP_WITH_ORIGINAL);
		worker(Event.EXIT, "jvm-0", "a");
		worker(Event.ENTER, "python-1", "a");
		assertProblems(Problem.OVERLAP_WITH_ORIGINAL, Problem.OVERLAP_AMONG_ORIGINALS);
	}

	@Test
	void seesByTheClockWhatTheOrderOfTheLinesHides() {
		worker(Event.ENTER, "jvm-0", "a");
		this.nanos = 1000;
		worker(Event.EXIT, "jvm-0", "a");
		line(Event.ENTER, "jdk-0", 1, "a", ++this.token, 900, "-");
		assertProblems(Problem.OVERLAP);
	}

	@Test
	void theDeadDoNotCount() {
		worker(Event.ENTER, "jvm-0", "a");
		referee(Event.DOOMED, "jvm-0", 1);
		referee(Event.DEAD, "jvm-0", 1);
		worker(Event.ENTER, "jdk-0", "a");
		assertProblems();
		assertThat(this.tally.kills()).isEqualTo(1);
		assertThat(this.tally.killsInside()).isEqualTo(1);
	}

	@Test
	void deathsOutsideAreCountedAsSuch() {
		worker(Event.ENTER, "jvm-0", "a");
		worker(Event.EXIT, "jvm-0", "a");
		referee(Event.DOOMED, "jvm-0", 1);
		referee(Event.DEAD, "jvm-0", 1);
		assertThat(this.tally.kills()).isEqualTo(1);
		assertThat(this.tally.killsInside()).isZero();
	}

	@Test
	void successorMayBeFasterThanTheRefereeSeesTheDeath() {
		worker(Event.ENTER, "jvm-0", "a");
		referee(Event.DOOMED, "jvm-0", 1);
		worker(Event.ENTER, "jdk-0", "a");
		worker(Event.EXIT, "jdk-0", "a");
		referee(Event.DEAD, "jvm-0", 1);
		referee(Event.BORN, "jvm-0", 2);
		assertProblems();
		assertThat(this.tally.killsInside()).isEqualTo(1);
	}

	@Test
	void seesThatTheDoomedWasStillAlive() {
		worker(Event.ENTER, "jvm-0", "a");
		referee(Event.DOOMED, "jvm-0", 1);
		worker(Event.ENTER, "jdk-0", "a");
		assertProblems();
		worker(Event.EXIT, "jvm-0", "a");
		assertProblems(Problem.OVERLAP);
	}

	@Test
	void seesTwoInsideAlthoughTheFirstIsStopped() {
		worker(Event.ENTER, "jvm-0", "a");
		referee(Event.STOPPED, "jvm-0", 1);
		worker(Event.ENTER, "jdk-0", "a");
		assertProblems(Problem.OVERLAP);
		assertThat(this.tally.stopsInside()).isEqualTo(1);
	}

	@Test
	void seesAFallingToken() {
		this.token = 10;
		worker(Event.ENTER, "jvm-0", "a");
		worker(Event.EXIT, "jvm-0", "a");
		this.token = 5;
		worker(Event.ENTER, "jdk-0", "b");
		worker(Event.EXIT, "jdk-0", "b");
		assertProblems();
		worker(Event.ENTER, "jdk-0", "a");
		assertProblems(Problem.FALLING_TOKEN);
	}

	@Test
	void seesARepeatedToken() {
		this.token = 10;
		worker(Event.ENTER, "jvm-0", "a");
		worker(Event.EXIT, "jvm-0", "a");
		line(Event.ENTER, "jdk-0", 1, "a", this.token, ++this.nanos, "-");
		assertProblems(Problem.FALLING_TOKEN);
	}

	@Test
	void passesOnWhatWorkersReport() {
		line(Event.OVERLAP, "jvm-0", 1, "a", -1, 1, "jdk-0.1.0:1:2");
		line(Event.OVERLAP, "jvm-0", 1, "a", -1, 1, "python-0.1.0:1:2");
		line(Event.OVERLAP, "jvm-0", 1, "a", -1, 1, Marker.LEFT);
		line(Event.LOST, "jvm-0", 1, "a", -1, 1, "was removed");
		line(Event.LOST, "python-0", 1, "a", -1, 1, "-");
		line(Event.TROUBLE, "jvm-0", 1, "a", -1, 1, "No space left on device");
		assertProblems(Problem.MARKER, Problem.MARKER_WITH_ORIGINAL, Problem.MARKER_UNKNOWN, Problem.LOST,
				Problem.LOST_BY_ORIGINAL, Problem.TROUBLE);
	}

	@Test
	void linesThatCannotBeAreTrouble() {
		worker(Event.EXIT, "jvm-0", "a");
		line(Event.ENTER, "jvm-0", 2, "a", 1, 1, "-");
		assertThat(this.tally.count(Problem.TROUBLE)).isEqualTo(2);
	}

}
