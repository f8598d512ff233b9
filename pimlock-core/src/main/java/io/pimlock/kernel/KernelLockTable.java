package io.pimlock.kernel;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The kernel's list of file locks, {@code /proc/locks} (proc_locks(5)): a line for each,
 * such as {@code 7: FLOCK ADVISORY WRITE 4711 fe:01:131 0 EOF}. It names those whose
 * process this pid namespace has a number for.
 */
final class KernelLockTable {

	static final KernelLockTable SYSTEM = new KernelLockTable(Path.of("/proc/locks"));

	private static final int TYPE = 1;

	private static final int PID = 4;

	private static final int FILE = 5;

	private final Path table;

	KernelLockTable(Path table) {
		this.table = table;
	}

	/**
	 * Finds a process that holds the {@code flock(2)} lock on a file.
	 * @return its pid, or empty if there is none or that cannot be told: filesystems
	 * whose files have another device number than the kernel's list are among that
	 */
	OptionalLong holder(FileStatuses statuses, Path file) {
		try {
			FileStatus status = statuses.of(file);
			return (status != null && status.identity() instanceof FileIdentity identity) ? holder(identity)
					: OptionalLong.empty();
		}
		catch (IOException ex) {
			return OptionalLong.empty();
		}
	}

	private OptionalLong holder(FileIdentity identity) throws IOException {
		String wanted = String.format(Locale.ROOT, "%02x:%02x:%d", identity.major(), identity.minor(),
				identity.inode());
		for (String line : Files.readAllLines(this.table, StandardCharsets.ISO_8859_1)) {
			// who waits for a lock has an arrow where others have the type
			String[] fields = line.trim().split("\\s+", -1);
			if (fields.length > FILE && fields[TYPE].equals("FLOCK") && fields[FILE].equals(wanted)
					&& fields[PID].matches("[1-9]\\d{0,9}")) {
				return OptionalLong.of(Long.parseLong(fields[PID]));
			}
		}
		return OptionalLong.empty();
	}

}
