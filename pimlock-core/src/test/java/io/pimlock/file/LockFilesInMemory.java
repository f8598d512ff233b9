package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

import io.pimlock.kernel.FileStatus;
import io.pimlock.kernel.FileStatus.Type;
import io.pimlock.kernel.LockFile;
import io.pimlock.kernel.LockFileException;
import io.pimlock.kernel.LockFileException.Reason;
import io.pimlock.kernel.LockFiles;
import io.pimlock.kernel.LockMode;
import org.jspecify.annotations.Nullable;

/**
 * The lock files of one bucket, whose guard exists already, without a filesystem. For one
 * thread at a time.
 */
final class LockFilesInMemory implements LockFiles {

	private final Bucket bucket;

	private final Map<Path, Node> names = new HashMap<>();

	private int nodes;

	private int open;

	private int locked;

	LockFilesInMemory(Bucket bucket) {
		this.bucket = bucket;
		this.names.put(bucket.guard(), new Node(++this.nodes));
	}

	boolean hasFlag() {
		return this.names.containsKey(this.bucket.flag());
	}

	/** Whether nobody holds the bucket, or has anything open. */
	boolean isClean() {
		return !hasFlag() && this.open == 0 && this.locked == 0;
	}

	@Override
	public LockFile open(Path file) throws LockFileException {
		Node node = this.names.get(file);
		if (node == null) {
			throw new LockFileException("open", file, Reason.MISSING, "No such file");
		}
		return new OpenFile(node);
	}

	@Override
	public LockFile openReadOnly(Path file) throws LockFileException {
		return open(file);
	}

	@Override
	public LockFile create(Path file, Set<PosixFilePermission> permissions) throws LockFileException {
		name(file, new Node(++this.nodes));
		return open(file);
	}

	@Override
	public void createWithContent(Path file, byte[] content, Set<PosixFilePermission> permissions)
			throws LockFileException {
		Node node = new Node(++this.nodes);
		node.content = content;
		name(file, node);
	}

	private void name(Path file, Node node) throws LockFileException {
		if (this.names.putIfAbsent(file, node) != null) {
			throw new LockFileException("create", file, Reason.EXISTS, "File exists");
		}
	}

	@Override
	public void link(Path existing, Path link) throws LockFileException {
		name(link, named(existing));
	}

	@Override
	public void rename(Path from, Path to) throws LockFileException {
		this.names.put(to, named(from));
		this.names.remove(from);
	}

	@Override
	public void delete(Path file) throws LockFileException {
		named(file);
		this.names.remove(file);
	}

	private Node named(Path file) throws LockFileException {
		Node node = this.names.get(file);
		if (node == null) {
			throw new LockFileException("find", file, Reason.MISSING, "No such file");
		}
		return node;
	}

	@Override
	public @Nullable FileStatus status(Path file) {
		Node node = this.names.get(file);
		return (node != null) ? node.status() : null;
	}

	@Override
	public FileStatus target(Path file) {
		return new FileStatus(this.bucket.identity(), Type.DIRECTORY, 0, Instant.EPOCH);
	}

	@Override
	public @Nullable Instant changed(Path file) {
		return null;
	}

	private static final class Node {

		private final int number;

		private byte[] content = {};

		private @Nullable LockFile locker;

		private Node(int number) {
			this.number = number;
		}

		private FileStatus status() {
			return new FileStatus(this.number, Type.REGULAR, this.content.length, Instant.EPOCH);
		}

	}

	private final class OpenFile implements LockFile {

		private final Node node;

		private boolean closed;

		private OpenFile(Node node) {
			this.node = node;
			LockFilesInMemory.this.open++;
		}

		@Override
		public FileStatus status() {
			return this.node.status();
		}

		@Override
		public boolean tryLock(LockMode mode) {
			if (this.node.locker == null) {
				this.node.locker = this;
				LockFilesInMemory.this.locked++;
			}
			return this.node.locker == this;
		}

		@Override
		public void unlock() {
			if (this.node.locker == this) {
				this.node.locker = null;
				LockFilesInMemory.this.locked--;
			}
		}

		@Override
		public byte[] read(int limit) {
			return Arrays.copyOf(this.node.content, Math.min(limit, this.node.content.length));
		}

		@Override
		public void write(long position, byte[] content) {
			int start = (int) position;
			int end = start + content.length;
			this.node.content = Arrays.copyOf(this.node.content, Math.max(end, this.node.content.length));
			System.arraycopy(content, 0, this.node.content, start, content.length);
		}

		@Override
		public void close() {
			if (!this.closed) {
				this.closed = true;
				unlock();
				LockFilesInMemory.this.open--;
			}
		}

	}

}
