package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import io.pimlock.kernel.FileEvents;
import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;

/**
 * Real lock files, of which one step goes wrong.
 */
final class FaultyLockFiles implements LockFiles {

	private final LockFiles real = LockFiles.system();

	private final List<String> steps = new ArrayList<>();

	private Fault fault = (step, file) -> {
	};

	private int faultyStep = Integer.MAX_VALUE;

	private boolean halfWritten;

	/**
	 * Lets the k-th step from now on go wrong, the first being 1.
	 * @param halfWritten whether a step that writes is half done before
	 */
	void arm(int k, boolean halfWritten, Fault fault) {
		this.steps.clear();
		this.faultyStep = k;
		this.halfWritten = halfWritten;
		this.fault = fault;
	}

	void disarm() {
		this.faultyStep = Integer.MAX_VALUE;
	}

	/** The steps since the last call to arm. */
	List<String> steps() {
		return this.steps;
	}

	boolean struck() {
		return this.steps.size() >= this.faultyStep;
	}

	private boolean isFaulty(String step, Path file) {
		this.steps.add(step + " " + file.getFileName());
		return this.steps.size() == this.faultyStep;
	}

	private void step(String step, Path file) throws LockFileException {
		if (isFaulty(step, file)) {
			this.fault.strike(step, file);
		}
	}

	@Override
	public LockFile open(Path file) throws LockFileException {
		step("open", file);
		return new FaultyLockFile(this.real.open(file), file);
	}

	@Override
	public LockFile openReadOnly(Path file) throws LockFileException {
		step("openReadOnly", file);
		return new FaultyLockFile(this.real.openReadOnly(file), file);
	}

	@Override
	public LockFile create(Path file, Set<PosixFilePermission> permissions) throws LockFileException {
		step("create", file);
		return new FaultyLockFile(this.real.create(file, permissions), file);
	}

	@Override
	public void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions)
			throws LockFileException {
		if (isFaulty("createWithContent", file)) {
			if (this.halfWritten) {
				this.real.createWithContent(file, Arrays.copyOf(content, content.length / 2), permissions);
			}
			this.fault.strike("createWithContent", file);
		}
		this.real.createWithContent(file, content, permissions);
	}

	@Override
	public void link(Path existing, Path link) throws LockFileException {
		step("link", link);
		this.real.link(existing, link);
	}

	@Override
	public void rename(Path from, Path to) throws LockFileException {
		step("rename", from);
		this.real.rename(from, to);
	}

	@Override
	public void delete(Path file) throws LockFileException {
		step("delete", file);
		this.real.delete(file);
	}

	@Override
	public FileStatus status(Path file) throws LockFileException {
		step("status", file);
		return this.real.status(file);
	}

	@Override
	public FileStatus target(Path file) throws LockFileException {
		step("target", file);
		return this.real.target(file);
	}

	@Override
	public Instant changed(Path file) {
		return this.real.changed(file);
	}

	@Override
	public FileEvents events() {
		return this.real.events();
	}

	@Override
	public byte[] read(Path file, int limit) throws LockFileException {
		step("read", file);
		return this.real.read(file, limit);
	}

	/**
	 * What goes wrong.
	 */
	interface Fault {

		void strike(String step, Path file) throws LockFileException;

	}

	private final class FaultyLockFile implements LockFile {

		private final LockFile opened;

		private final Path file;

		private FaultyLockFile(LockFile opened, Path file) {
			this.opened = opened;
			this.file = file;
		}

		@Override
		public FileStatus status() throws LockFileException {
			step("fstat", this.file);
			return this.opened.status();
		}

		@Override
		public boolean tryLock(LockMode mode) throws LockFileException {
			step("lock", this.file);
			return this.opened.tryLock(mode);
		}

		@Override
		public void unlock() throws LockFileException {
			step("unlock", this.file);
			this.opened.unlock();
		}

		@Override
		public byte[] read(int limit) throws LockFileException {
			step("pread", this.file);
			return this.opened.read(limit);
		}

		@Override
		public void write(long position, byte[] content) throws LockFileException {
			if (isFaulty("pwrite", this.file)) {
				if (FaultyLockFiles.this.halfWritten) {
					this.opened.write(position, Arrays.copyOf(content, content.length / 2));
				}
				FaultyLockFiles.this.fault.strike("pwrite", this.file);
			}
			this.opened.write(position, content);
		}

		@Override
		public void close() {
			this.opened.close();
		}

	}

}
