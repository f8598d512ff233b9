package io.pimlock.aop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The locks of a method with several annotations: taken in order, all or none, and given
 * back in reverse.
 */
final class LockStack implements AutoCloseable {

	private final Deque<AutoCloseable> locks = new ArrayDeque<>();

	private LockStack() {
	}

	static LockStack acquire(List<LockSpecification> specifications, LockedInvocation invocation, LockSystems systems,
			BucketPaths paths) throws Exception {
		LockStack stack = new LockStack();
		try {
			for (LockSpecification specification : specifications) {
				stack.locks.push(specification.acquire(invocation, systems, paths));
			}
			return stack;
		}
		catch (Throwable ex) {
			try {
				stack.close();
			}
			catch (Throwable failure) {
				ex.addSuppressed(failure);
			}
			throw ex;
		}
	}

	@Override
	public void close() throws Exception {
		Throwable failure = null;
		while (!this.locks.isEmpty()) {
			try {
				this.locks.pop().close();
			}
			catch (Throwable ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure instanceof Error error) {
			throw error;
		}
		if (failure instanceof Exception exception) {
			throw exception;
		}
	}

}
