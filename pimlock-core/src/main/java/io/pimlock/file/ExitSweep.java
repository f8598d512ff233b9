package io.pimlock.file;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/*
 * Shutdown hooks run while other threads still work, among them the one that closes the
 * application, which may take long (Runtime.addShutdownHook). A flag taken down under a
 * working thread would let programs of another kind in. So the hook takes down only flags
 * whose owner has ended or is itself inside System.exit, gives the others a moment, and
 * leaves the rest in place: the process is about to die, and whoever comes next finds a
 * dead holder. A lock that moves between threads has no owner once it is detached, and is
 * left in place too. The kernel lock is never given back here, so no Pimlock process gets
 * in before this one is gone.
 */
/**
 * Takes down the flags of what is still held when the JVM ends normally.
 */
final class ExitSweep {

	private static final Duration MOMENT = Duration.ofSeconds(1);

	private static final AtomicBoolean REGISTERED = new AtomicBoolean();

	private ExitSweep() {
	}

	static void register() {
		if (REGISTERED.compareAndSet(false, true)) {
			try {
				Runtime.getRuntime().addShutdownHook(new Thread(ExitSweep::sweep, "pimlock-exit"));
			}
			catch (IllegalStateException ex) {
				// the JVM is ending already; what is acquired now is reclaimed by the
				// next
			}
		}
	}

	private static void sweep() {
		Deadline deadline = Deadline.after(MOMENT);
		while (!sweepIdle(SlotTable.PROCESS) && !deadline.isOver()) {
			LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
		}
	}

	/** Whether nothing is left that somebody may be working under. */
	private static boolean sweepIdle(SlotTable slots) {
		boolean all = true;
		for (Slot slot : slots.slots()) {
			Hold hold = slot.hold();
			if (hold != null) {
				boolean idle = isIdle(hold.owner());
				hold.sweep(idle);
				all &= idle;
			}
		}
		return all;
	}

	private static boolean isIdle(@Nullable Thread owner) {
		if (owner == null) {
			return false;
		}
		if (!owner.isAlive()) {
			return true;
		}
		for (StackTraceElement frame : owner.getStackTrace()) {
			if (frame.getClassName().equals("java.lang.Runtime") && frame.getMethodName().equals("exit")) {
				return true;
			}
		}
		return false;
	}

}
