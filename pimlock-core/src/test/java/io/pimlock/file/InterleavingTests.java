package io.pimlock.file;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockInterruptedException;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFileException;
import io.pimlock.process.ProcessIdentity;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.util.ExceptionResult;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuarantee;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

/*
 * A scenario is a class: Lincheck makes one object of it per schedule and runs every
 * operation once, each on a thread of its own, then what is to be validated. It switches
 * threads where they read or write what they share, where they lock and where they park,
 * first at one place per schedule, then at two, and so on. The numbers of schedules below
 * suffice for all that begin with any thread and have up to three switches, four where
 * there is but a slot; a thread that has to wait or ends is one, too. What follows then
 * is not varied. They are few because the JDK's locks and collections are taken for
 * correct, and because what happens on disk, under the guard, is one step.
 *
 * Nobody wakes from parking by himself here, not even when his time is up: that finds
 * wake-ups that get lost. So a deadline that passes is one that had passed before: the
 * loop that waits remembers nothing from one look at it to the next, and it does not
 * matter how long the thread was parked.
 */
/**
 * The threads of one process, in every order in which few switches can interleave them.
 * <p>
 * Lincheck rather than jcstress: it is maintained (3.7 is of 2026, jcstress 0.16 of
 * February 2023), and as it schedules the threads itself it can park and interrupt them,
 * tells a deadlock from slowness, and prints the schedule that fails, where jcstress
 * counts on chance. What it does not look for are effects of the memory model.
 */
@Tag("interleaving")
class InterleavingTests {

	private static final Bucket BUCKET = new Bucket(Path.of("/bucket"), "identity");

	private static final PimlockOptions OPTIONS = PimlockOptions.defaults();

	private static final PimlockOptions OTHER_APPLICATION = OPTIONS.withApplication("other");

	private static final ProcessIdentity SELF = ProcessIdentity.current();

	private static final byte[] FLAG = PidFile.content(SELF.pid());

	private static final Deadline NEVER = Deadline.after(Duration.ofDays(10000));

	/** Lets a thread queue, but has passed by then. */
	private static final Deadline PASSED = Deadline.after(Duration.ofNanos(1));

	/**
	 * Spurious wake-ups would make every wait a busy one. There is no public way to turn
	 * them off; to mute a method is Lincheck's own way.
	 */
	private static final List<ManagedStrategyGuarantee> JDK = List.of(
			forClasses("java.util.concurrent.locks.ReentrantLock.NonfairSync").methods("initialTryLock")
				.treatAsAtomic(),
			forClasses("java.util.concurrent.locks.ReentrantLock.NonfairSync").methods("tryRelease").ignore(),
			forClasses("java.util.concurrent.locks.ReentrantLock.NonfairSync")
				.methods((method) -> !method.equals("lock"))
				.mute$lincheck(),
			forClasses("java.util.concurrent.ConcurrentHashMap").methods("get").ignore(),
			forClasses("java.util.concurrent.locks.LockSupport", "java.util.concurrent.ConcurrentLinkedQueue",
					"java.util.concurrent.ConcurrentHashMap")
				.allMethods()
				.mute$lincheck());

	private static final List<ManagedStrategyGuarantee> SLOT = List.of(
			forClasses(Tenure.class.getCanonicalName(), Interruption.class.getCanonicalName()).allMethods()
				.treatAsAtomic(),
			forClasses(Deadline.class.getCanonicalName(), Bucket.class.getCanonicalName()).allMethods().ignore(),
			forClasses(BucketClaim.class.getCanonicalName()).methods("unpublish", "abandon", "end", "isOf")
				.treatAsAtomic(),
			forClasses(BucketClaim.class.getCanonicalName()).methods("isIntact").ignore());

	private static final List<ManagedStrategyGuarantee> ACQUISITION = List.of(
			forClasses(BucketContender.class.getCanonicalName()).methods("claim").treatAsAtomic(),
			forClasses(SlotTable.class.getCanonicalName()).methods("enter", "leave", "hold").treatAsAtomic(),
			forClasses(Hold.class.getCanonicalName(), Holders.class.getCanonicalName(),
					Waiters.class.getCanonicalName(), Waiters.Entry.class.getCanonicalName(),
					Events.class.getCanonicalName(), BucketBusyException.class.getCanonicalName(),
					"ch.qos.logback.classic.Logger")
				.allMethods()
				.ignore());

	@Test
	void aPermitIsPassedOnInOrder() {
		explore(Queueing.class, 2200, JDK, SLOT);
	}

	@Test
	void nobodyBargesPastTheQueue() {
		explore(Barging.class, 1600, JDK, SLOT);
	}

	@Test
	void aTimeoutSwallowsNoTurn() {
		explore(Timeout.class, 2100, JDK, SLOT);
	}

	@Test
	void anInterruptSwallowsNoTurn() {
		explore(Interrupt.class, 1200, JDK, SLOT);
	}

	@Test
	void aTimeoutLeavesNoClaimBehind() {
		explore(ClaimTimeout.class, 800, JDK, SLOT);
	}

	@Test
	void anInterruptLeavesNoClaimBehind() {
		explore(ClaimInterrupt.class, 600, JDK, SLOT);
	}

	@Test
	void aSlotLastsAsLongAsItIsReferredTo() {
		explore(Table.class, 900, JDK, SLOT);
	}

	@Test
	void theLastOfSeveralHandlesReleases() {
		explore(Handles.class, 800, JDK, SLOT);
	}

	@Test
	void whatIsReleasedIsNotSweptAsWell() {
		explore(Sweep.class, 500, JDK, SLOT);
	}

	@Test
	void acquisitionsFollowEachOtherInOrder() {
		explore(Acquisitions.class, 1000, JDK, SLOT, ACQUISITION);
	}

	@Test
	void anAcquisitionThatTimesOutLeavesNothingBehind() {
		explore(AcquisitionTimeout.class, 1060, JDK, SLOT, ACQUISITION);
	}

	@Test
	void anAcquisitionThatIsInterruptedLeavesNothingBehind() {
		explore(AcquisitionInterrupt.class, 550, JDK, SLOT, ACQUISITION);
	}

	@Test
	void aClaimIsNotHandedToAnotherApplication() {
		explore(OtherApplication.class, 200, JDK, SLOT, ACQUISITION);
	}

	@Test
	void aSlotForgetsAHoldThatHasEnded() {
		explore(Look.class, 550, JDK, SLOT, ACQUISITION);
	}

	@SafeVarargs
	private static void explore(Class<?> scenario, int schedules, List<ManagedStrategyGuarantee>... guarantees) {
		int threads = (int) Arrays.stream(scenario.getMethods())
			.filter((method) -> method.isAnnotationPresent(Operation.class))
			.count();
		ModelCheckingOptions options = new ModelCheckingOptions().iterations(1)
			.threads(threads)
			.actorsPerThread(1)
			.actorsBefore(0)
			.actorsAfter(0)
			.invocationsPerIteration(schedules)
			.minimizeFailedScenario(false)
			.verifier(NothingThrown.class);
		for (List<ManagedStrategyGuarantee> some : guarantees) {
			some.forEach(options::addGuarantee);
		}
		options.check(scenario);
	}

	private static boolean takeUnlessTimedOut(Slot slot, Turn turn) throws InterruptedException {
		boolean granted = slot.take(turn, PASSED);
		require(granted == turn.isGranted(), "It does not know what it has");
		return granted;
	}

	private static boolean takeUnlessInterrupted(Slot slot, Turn turn, Interruption interruption) {
		boolean granted = false;
		interruption.begin();
		try {
			granted = slot.take(turn, NEVER);
			require(granted, "It timed out");
		}
		catch (InterruptedException ex) {
			// as it may
		}
		require(interruption.end(!granted), "The interrupt is lost");
		require(granted == turn.isGranted(), "It does not know what it has");
		return granted;
	}

	/** What an acquisition would make, only faster. */
	private static BucketClaim claim(LockFilesInMemory files) {
		try {
			Guard guard = Guard.open(files, BUCKET, OPTIONS);
			require(guard.tryLock(), "A new guard is not free");
			files.createWithContent(BUCKET.stamp(), FLAG, OPTIONS.filePermissions());
			FileStatus stamp = files.status(BUCKET.stamp());
			long token = FencingTokens.PROCESS.next();
			GuardRecord record = new GuardRecord(GuardRecord.State.READY, false, SELF, "",
					FencingTokens.boundFrom(token), StampPublisher.identity(stamp));
			guard.write(record);
			files.link(BUCKET.stamp(), BUCKET.flag());
			return new BucketClaim(files, guard, BUCKET, record, stamp, token, OPTIONS);
		}
		catch (LockFileException ex) {
			throw new AssertionError(ex);
		}
	}

	private static void require(boolean condition, String otherwise) {
		if (!condition) {
			throw new AssertionError(otherwise);
		}
	}

	/** Lincheck makes it by reflection. */
	public static final class NothingThrown implements Verifier {

		public NothingThrown(Class<?> specification) {
		}

		@Override
		public boolean verifyResults(ExecutionScenario scenario, ExecutionResult results) {
			return results.getParallelResultsWithClock()
				.stream()
				.flatMap(Collection::stream)
				.noneMatch((result) -> result.getResult() instanceof ExceptionResult);
		}

	}

	static final class Tenure {

		private Object owner;

		private long lastToken;

		void begin(Object owner) {
			require(this.owner == null, "It has two owners");
			this.owner = owner;
		}

		void begin(Hold owner) {
			begin((Object) owner);
			require(owner.token() > this.lastToken, "The token does not rise");
			this.lastToken = owner.token();
		}

		void end(Object owner) {
			require(this.owner == owner, "It has two owners");
			this.owner = null;
		}

	}

	/**
	 * One thread interrupts another while that one waits, or not at all.
	 */
	static final class Interruption {

		private Thread waiter;

		private boolean struck;

		void begin() {
			// of an earlier schedule
			Thread.interrupted();
			this.waiter = Thread.currentThread();
		}

		void strike() {
			if (this.waiter != null) {
				this.struck = true;
				this.waiter.interrupt();
			}
		}

		/**
		 * Whether the waiter knows of it if it happened.
		 */
		boolean end(boolean thrown) {
			this.waiter = null;
			return (Thread.interrupted() || thrown) == this.struck;
		}

	}

	/** A slot whose permit is taken at first. */
	public abstract static class TakenSlot {

		final Slot slot = new Slot();

		private final Tenure tenure = new Tenure();

		TakenSlot() {
			require(this.slot.takeAtOnce(new Turn(BUCKET, OPTIONS)), "A new slot is not free");
		}

		void giveBack() {
			this.tenure.begin(this.slot);
			this.tenure.end(this.slot);
			this.slot.pass();
		}

		@Validate
		public void free() {
			require(this.slot.takeAtOnce(new Turn(BUCKET, OPTIONS)), "The permit is lost");
			require(!this.slot.isAwaited(), "Somebody is left in the queue");
		}

	}

	public static class Queueing extends TakenSlot {

		private final AtomicBoolean firstHadIt = new AtomicBoolean();

		private final AtomicBoolean secondHadIt = new AtomicBoolean();

		@Operation(runOnce = true)
		public void holder() {
			giveBack();
		}

		@Operation(runOnce = true)
		public void first() throws InterruptedException {
			queue(this.firstHadIt, this.secondHadIt);
		}

		@Operation(runOnce = true)
		public void second() throws InterruptedException {
			queue(this.secondHadIt, this.firstHadIt);
		}

		private void queue(AtomicBoolean hadIt, AtomicBoolean otherHadIt) throws InterruptedException {
			boolean behind = this.slot.isAwaited();
			require(this.slot.take(new Turn(BUCKET, OPTIONS), NEVER), "It timed out");
			require(!behind || otherHadIt.get(), "It overtook");
			hadIt.set(true);
			giveBack();
		}

	}

	public static class Barging extends TakenSlot {

		private final AtomicBoolean waiterHadIt = new AtomicBoolean();

		@Operation(runOnce = true)
		public void holder() {
			giveBack();
		}

		@Operation(runOnce = true)
		public void waiter() throws InterruptedException {
			require(this.slot.take(new Turn(BUCKET, OPTIONS), NEVER), "It timed out");
			this.waiterHadIt.set(true);
			giveBack();
		}

		@Operation(runOnce = true)
		public void barger() {
			boolean behind = this.slot.isAwaited();
			if (this.slot.takeAtOnce(new Turn(BUCKET, OPTIONS))) {
				require(!behind || this.waiterHadIt.get(), "It barged past the queue");
				giveBack();
			}
		}

	}

	public static class Timeout extends TakenSlot {

		@Operation(runOnce = true)
		public void holder() {
			giveBack();
		}

		@Operation(runOnce = true)
		public void patient() throws InterruptedException {
			require(this.slot.take(new Turn(BUCKET, OPTIONS), NEVER), "It timed out");
			giveBack();
		}

		@Operation(runOnce = true)
		public void impatient() throws InterruptedException {
			Turn turn = new Turn(BUCKET, OPTIONS);
			if (takeUnlessTimedOut(this.slot, turn)) {
				giveBack();
			}
		}

	}

	public static class Interrupt extends TakenSlot {

		private final Interruption interruption = new Interruption();

		@Operation(runOnce = true)
		public void holder() {
			giveBack();
		}

		@Operation(runOnce = true)
		public void waiter() {
			Turn turn = new Turn(BUCKET, OPTIONS);
			if (takeUnlessInterrupted(this.slot, turn, this.interruption)) {
				giveBack();
			}
		}

		@Operation(runOnce = true)
		public void interrupter() {
			this.interruption.strike();
		}

	}

	/** A slot whose permit is taken at first by somebody with a claim to hand over. */
	public abstract static class ClaimedSlot {

		private final LockFilesInMemory files = new LockFilesInMemory(BUCKET);

		final Slot slot = new Slot();

		private final BucketClaim first = claim(this.files);

		private final BucketClaim successor = this.first.successor();

		private final Tenure tenure = new Tenure();

		ClaimedSlot() {
			require(this.slot.takeAtOnce(new Turn(BUCKET, OPTIONS)), "A new slot is not free");
		}

		@Operation(runOnce = true)
		public void holder() {
			own(this.first);
			if (!this.slot.handOver(this.first, this.successor)) {
				this.first.abandon();
				this.slot.pass();
			}
		}

		void use(Turn turn) {
			BucketClaim claim = turn.claim();
			own(claim);
			if (claim != null) {
				claim.abandon();
			}
			this.slot.pass();
		}

		private void own(BucketClaim claim) {
			this.tenure.begin(this.slot);
			try {
				require((claim != null) ? claim.isIntact() && !claim.isPassedOn() : !this.files.hasFlag(),
						"It does not have what is on disk");
			}
			catch (LockFileException ex) {
				throw new AssertionError(ex);
			}
			this.tenure.end(this.slot);
		}

		@Validate
		public void free() {
			require(this.slot.takeAtOnce(new Turn(BUCKET, OPTIONS)), "The permit is lost");
			require(!this.slot.isAwaited(), "Somebody is left in the queue");
			require(this.files.isClean(), "Something is left on disk");
		}

	}

	public static class ClaimTimeout extends ClaimedSlot {

		@Operation(runOnce = true)
		public void patient() throws InterruptedException {
			Turn turn = new Turn(BUCKET, OPTIONS);
			require(this.slot.take(turn, NEVER), "It timed out");
			use(turn);
		}

		@Operation(runOnce = true)
		public void impatient() throws InterruptedException {
			Turn turn = new Turn(BUCKET, OPTIONS);
			if (takeUnlessTimedOut(this.slot, turn)) {
				use(turn);
			}
		}

	}

	public static class ClaimInterrupt extends ClaimedSlot {

		private final Interruption interruption = new Interruption();

		@Operation(runOnce = true)
		public void waiter() {
			Turn turn = new Turn(BUCKET, OPTIONS);
			if (takeUnlessInterrupted(this.slot, turn, this.interruption)) {
				use(turn);
			}
		}

		@Operation(runOnce = true)
		public void interrupter() {
			this.interruption.strike();
		}

	}

	public static class Table {

		private final SlotTable slots = new SlotTable();

		private final Tenure tenure = new Tenure();

		@Operation(runOnce = true)
		public void first() throws InterruptedException {
			visit();
		}

		@Operation(runOnce = true)
		public void second() throws InterruptedException {
			visit();
		}

		@Operation(runOnce = true)
		public void third() throws InterruptedException {
			visit();
		}

		private void visit() throws InterruptedException {
			Slot slot = this.slots.enter(BUCKET);
			if (slot.takeAtOnce(new Turn(BUCKET, OPTIONS)) || slot.take(new Turn(BUCKET, OPTIONS), NEVER)) {
				this.tenure.begin(slot);
				this.tenure.end(slot);
				slot.pass();
			}
			this.slots.leave(BUCKET);
		}

		@Validate
		public void empty() {
			require(this.slots.size() == 0, "A slot is left");
		}

	}

	/** A bucket that is held at first. */
	public abstract static class HeldBucket {

		final LockFilesInMemory files = new LockFilesInMemory(BUCKET);

		final SlotTable slots = new SlotTable();

		private final BucketAcquirer acquirer = new BucketAcquirer(this.slots, this.files, new Waiters());

		private final BucketReleaser releaser = new BucketReleaser(this.slots, this.files);

		private final Tenure tenure = new Tenure();

		final Hold first = new Hold(BUCKET, claim(this.files), List.of());

		HeldBucket() {
			Slot slot = this.slots.enter(BUCKET);
			require(slot.takeAtOnce(new Turn(BUCKET, OPTIONS)), "A new slot is not free");
			slot.occupy(this.first);
		}

		Hold acquire(PimlockOptions options, Deadline deadline) {
			return this.acquirer.acquire(BUCKET, options, deadline, (dead) -> {
				throw new AssertionError("Taken for dead: " + dead);
			});
		}

		void giveBack(Hold hold) {
			this.tenure.begin(hold);
			require(hold.isIntact(), "It owns nothing");
			this.tenure.end(hold);
			require(hold.leave(), "It was released before");
			this.releaser.release(hold);
		}

		@Operation(runOnce = true)
		public void holder() {
			giveBack(this.first);
		}

		@Validate
		public void free() {
			require(this.slots.size() == 0, "A slot is left");
			require(this.files.isClean(), "Something is left on disk");
		}

	}

	public static class Acquisitions extends HeldBucket {

		private final AtomicBoolean secondHadIt = new AtomicBoolean();

		private final AtomicBoolean thirdHadIt = new AtomicBoolean();

		@Operation(runOnce = true)
		public void second() {
			queue(this.secondHadIt, this.thirdHadIt);
		}

		@Operation(runOnce = true)
		public void third() {
			queue(this.thirdHadIt, this.secondHadIt);
		}

		private void queue(AtomicBoolean hadIt, AtomicBoolean otherHadIt) {
			boolean behind = this.slots.isAwaited(this.first);
			Hold hold = acquire(OPTIONS, NEVER);
			require(!behind || otherHadIt.get(), "It overtook");
			hadIt.set(true);
			giveBack(hold);
		}

	}

	public static class AcquisitionTimeout extends HeldBucket {

		@Operation(runOnce = true)
		public void patient() {
			giveBack(acquire(OPTIONS, NEVER));
		}

		@Operation(runOnce = true)
		public void impatient() {
			try {
				giveBack(acquire(OPTIONS, PASSED));
			}
			catch (BucketBusyException ex) {
				// as it may
			}
		}

	}

	public static class AcquisitionInterrupt extends HeldBucket {

		private final Interruption interruption = new Interruption();

		@Operation(runOnce = true)
		public void waiter() {
			Hold hold = null;
			this.interruption.begin();
			try {
				hold = acquire(OPTIONS, NEVER);
			}
			catch (BucketLockInterruptedException ex) {
				// as it may
			}
			require(this.interruption.end(false), "The interrupt is lost");
			if (hold != null) {
				giveBack(hold);
			}
		}

		@Operation(runOnce = true)
		public void interrupter() {
			this.interruption.strike();
		}

	}

	public static class OtherApplication extends HeldBucket {

		@Operation(runOnce = true)
		public void other() {
			Hold hold = acquire(OTHER_APPLICATION, NEVER);
			require(hold.claim().isOf(BUCKET, OTHER_APPLICATION), "It has another application's claim");
			giveBack(hold);
		}

	}

	public static class Look extends HeldBucket {

		private final AtomicBoolean over = new AtomicBoolean();

		@Override
		void giveBack(Hold hold) {
			super.giveBack(hold);
			if (hold == this.first) {
				this.over.set(true);
			}
		}

		@Operation(runOnce = true)
		public void waiter() {
			giveBack(acquire(OPTIONS, NEVER));
		}

		@Operation(runOnce = true)
		public void looker() {
			boolean ended = this.over.get();
			require(!ended || this.slots.hold(BUCKET) != this.first, "The slot remembers a hold that has ended");
		}

	}

	/** A hold that several threads know. */
	public abstract static class SharedHold {

		final LockFilesInMemory files = new LockFilesInMemory(BUCKET);

		private final BucketClaim claim = claim(this.files);

		private final AtomicInteger releases = new AtomicInteger();

		/** Made by the thread that owns it. */
		Hold hold() {
			return new Hold(BUCKET, this.claim, List.of());
		}

		boolean isReleased() {
			return this.releases.get() > 0;
		}

		void close(Hold hold) throws LockFileException {
			if (hold.leave()) {
				require(this.releases.getAndIncrement() == 0, "It was released before");
				require(this.claim.unpublish() == null, "Its flag was taken down before");
				this.claim.end(false);
				hold.ended(false);
				require(!hold.enter(), "It was entered after its end");
			}
		}

	}

	public static class Handles extends SharedHold {

		private final AtomicReference<Hold> handle = new AtomicReference<>();

		@Operation(runOnce = true)
		public void owner() throws LockFileException {
			Hold hold = hold();
			this.handle.set(hold);
			if (hold.enter()) {
				require(!isReleased(), "It was released while there was a handle");
				close(hold);
			}
			closeFirst();
		}

		@Operation(runOnce = true)
		public void other() throws LockFileException {
			closeFirst();
		}

		private void closeFirst() throws LockFileException {
			Hold hold = this.handle.getAndSet(null);
			if (hold != null) {
				close(hold);
			}
		}

		@Validate
		public void released() {
			require(isReleased(), "It was not released");
			require(this.files.isClean(), "Something is left on disk");
		}

	}

	public static class Sweep extends SharedHold {

		private final Hold hold = hold();

		@Operation(runOnce = true)
		public void owner() throws LockFileException {
			close(this.hold);
		}

		@Operation(runOnce = true)
		public void sweeper() {
			this.hold.sweep(true);
		}

		@Validate
		public void down() {
			require(!this.files.hasFlag(), "The flag is left");
			require(isReleased() == this.files.isClean(), "The guard is not where it belongs");
		}

	}

}
