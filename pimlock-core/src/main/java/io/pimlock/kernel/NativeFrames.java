package io.pimlock.kernel;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;

import org.jspecify.annotations.Nullable;

/**
 * Frames that are not in use. There are as many as there ever were calls at the same
 * time; a thread that calls again usually finds its last one.
 */
final class NativeFrames {

	private static final int PLACES = 64;

	private final NativeFunctions functions;

	private final AtomicReferenceArray<@Nullable NativeFrame> places = new AtomicReferenceArray<>(PLACES);

	private final ConcurrentLinkedQueue<NativeFrame> others = new ConcurrentLinkedQueue<>();

	NativeFrames(NativeFunctions functions) {
		this.functions = functions;
	}

	NativeFrame take() {
		NativeFrame frame = this.places.getAndSet(place(), null);
		if (frame == null) {
			frame = this.others.poll();
		}
		return (frame != null) ? frame : this.functions.newFrame();
	}

	void giveBack(NativeFrame frame) {
		if (!this.places.compareAndSet(place(), null, frame)) {
			this.others.add(frame);
		}
	}

	private static int place() {
		return (int) Thread.currentThread().getId() & (PLACES - 1);
	}

}
