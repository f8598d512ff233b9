package io.pimlock.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * Who a process is, beyond its pid: what tells it from every other process that ever had
 * or will have that number.
 *
 * @param nonce unique to the process (to each class loader in it that loaded Pimlock)
 * @param pid the process id, as the process's own pid namespace counts
 * @param startTicks when it started, in clock ticks since boot, 0 if unknown
 * @param bootId identifies the boot of the kernel it runs on, empty if unknown
 * @param namespaces identifies its pid and time namespaces, empty if unknown
 * @param host its host name, empty if unknown
 */
public record ProcessIdentity(String nonce, long pid, long startTicks, String bootId, String namespaces, String host) {

	/**
	 * This process.
	 * @return its identity, the same on every call
	 */
	public static ProcessIdentity current() {
		return Holder.CURRENT;
	}

	/**
	 * The same identity, for this process as one object, of which many may be kept.
	 * @return an equal identity
	 */
	public ProcessIdentity canonical() {
		return equals(Holder.CURRENT) ? Holder.CURRENT : this;
	}

	/**
	 * Whether the other process's pid and start ticks mean here what they mean there:
	 * both processes run under the same boot of a kernel, in the same namespaces.
	 * @param other the other process
	 * @return false also if that is not known
	 */
	public boolean sharesPidsWith(ProcessIdentity other) {
		return !this.bootId.isEmpty() && this.bootId.equals(other.bootId) && !this.namespaces.isEmpty()
				&& this.namespaces.equals(other.namespaces);
	}

	/**
	 * Whether both are one process of the kernel's: the same class loader, another one in
	 * the same JVM, or what ran in this process before it executed this JVM.
	 * @param other the other process
	 * @return false also if that is not known
	 */
	public boolean isSameProcessAs(ProcessIdentity other) {
		return this.nonce.equals(other.nonce) || (sharesPidsWith(other) && this.pid == other.pid && this.startTicks > 0
				&& this.startTicks == other.startTicks);
	}

	/**
	 * A number that stands for the nonce where there is little room.
	 * @return the number, never 0
	 */
	public long number() {
		long number = UUID.nameUUIDFromBytes(this.nonce.getBytes(StandardCharsets.UTF_8)).getLeastSignificantBits();
		return (number != 0) ? number : 1;
	}

	private static ProcessIdentity load() {
		long pid = ProcessHandle.current().pid();
		long startTicks = LinuxProcesses.SYSTEM.startTicks(pid).orElse(0);
		return new ProcessIdentity(UUID.randomUUID().toString(), pid, startTicks,
				line("/proc/sys/kernel/random/boot_id"), link("/proc/self/ns/pid") + link("/proc/self/ns/time"),
				hostName());
	}

	private static String hostName() {
		return Optional.of(line("/proc/sys/kernel/hostname"))
			.filter((name) -> !name.isEmpty())
			.or(() -> Optional.ofNullable(System.getenv("HOSTNAME")))
			.or(() -> Optional.ofNullable(System.getenv("COMPUTERNAME")))
			.orElse("");
	}

	private static String line(String file) {
		try {
			return Files.readString(Path.of(file)).strip();
		}
		catch (IOException ex) {
			return "";
		}
	}

	private static String link(String file) {
		try {
			return Files.readSymbolicLink(Path.of(file)).toString();
		}
		catch (IOException ex) {
			return "";
		}
	}

	private static final class Holder {

		static final ProcessIdentity CURRENT = load();

	}

}
