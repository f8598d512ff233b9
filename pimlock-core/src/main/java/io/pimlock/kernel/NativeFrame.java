package io.pimlock.kernel;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * The native memory of one call at a time: two buffers for paths and data, and what a
 * binding needs to learn the error number. It is never freed.
 *
 * @param first the first buffer
 * @param firstAddress where it is
 * @param second the second buffer
 * @param secondAddress where it is
 * @param errno the binding's own
 */
record NativeFrame(ByteBuffer first, long firstAddress, ByteBuffer second, long secondAddress, @Nullable Object errno) {

	/** PATH_MAX of Linux and more than that of macOS; the kernel takes no longer path. */
	static final int SIZE = 4096;

	void putFirst(byte[] bytes, int count) {
		this.first.put(0, bytes, 0, count);
	}

	void putSecond(byte[] bytes, int count) {
		this.second.put(0, bytes, 0, count);
	}

	void getFirst(byte[] bytes, int count) {
		this.first.get(0, bytes, 0, count);
	}

	void getSecond(byte[] bytes, int count) {
		this.second.get(0, bytes, 0, count);
	}

}
