package io.pimlock.kernel;

import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How the platform is asked what a name or a descriptor stands for.
 */
interface FileStatuses {

	/** Through {@code java.nio}, which needs no struct of any platform. */
	FileStatuses PORTABLE = new FileStatuses() {

		@Override
		public @Nullable FileStatus of(Path file) throws LockFileException {
			return Attributes.status(file, LinkOption.NOFOLLOW_LINKS);
		}

		@Override
		public @Nullable FileStatus ofTarget(Path file) throws LockFileException {
			return Attributes.target(file);
		}

		@Override
		public @Nullable FileStatus ofDescriptor(int fd, Path file) throws LockFileException {
			return Attributes.status(Path.of("/dev/fd/" + fd));
		}

		@Override
		public @Nullable Instant changed(Path file) {
			return Attributes.changed(file);
		}

	};

	/** The status of the name itself, null if nothing has it. */
	@Nullable FileStatus of(Path file) throws LockFileException;

	/** The status behind symbolic links, null if the name leads nowhere. */
	@Nullable FileStatus ofTarget(Path file) throws LockFileException;

	/** The status of an open file, null if that cannot be told. */
	@Nullable FileStatus ofDescriptor(int fd, Path file) throws LockFileException;

	/** When the status last changed, null if that cannot be told. */
	@Nullable Instant changed(Path file);

}
