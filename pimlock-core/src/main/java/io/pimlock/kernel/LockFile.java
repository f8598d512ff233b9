package io.pimlock.kernel;

/**
 * One open file: a kernel lock and some bytes behind one descriptor, which no child
 * process inherits. Used by one thread at a time.
 */
public interface LockFile extends AutoCloseable {

	/**
	 * What the descriptor stands for, whatever its name stands for by now.
	 * @return the status
	 * @throws LockFileException if that cannot be told
	 */
	FileStatus status() throws LockFileException;

	/**
	 * Takes the kernel lock unless somebody else has it. Never blocks.
	 * @param mode how to hold it
	 * @return false if another descriptor, of this process or another, is in the way
	 * @throws LockFileException if the kernel or the filesystem cannot lock
	 */
	boolean tryLock(LockMode mode) throws LockFileException;

	/**
	 * Gives the kernel lock back, at once, even while a child process that was forked but
	 * has not executed its program yet shares the descriptor.
	 * @throws LockFileException if that fails
	 */
	void unlock() throws LockFileException;

	/**
	 * Reads the beginning of the file.
	 * @param limit how many bytes at most
	 * @return the bytes
	 * @throws LockFileException if that fails
	 */
	byte[] read(int limit) throws LockFileException;

	/**
	 * Overwrites a part of the file.
	 * @param position where it begins
	 * @param content the bytes
	 * @throws LockFileException if that fails; any part of the bytes may have been
	 * written
	 */
	void write(long position, byte[] content) throws LockFileException;

	/**
	 * Overwrites the beginning of the file.
	 * @param content the bytes
	 * @throws LockFileException if that fails; any part of the bytes may have been
	 * written
	 */
	default void write(byte[] content) throws LockFileException {
		write(0, content);
	}

	/**
	 * Closes the descriptor, which also gives the kernel lock back unless a child process
	 * shares it. Does nothing when called again. A failure to close is not reported:
	 * nobody could do anything about it.
	 */
	@Override
	void close();

}
