package io.pimlock.file;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Mounts filesystems for a test and unmounts them however it ends. What the machine
 * cannot do aborts the test with what the system said.
 */
final class Mounts implements AutoCloseable {

	private static final int UNMOUNT_ATTEMPTS = 100;

	private final Path directory;

	private final Deque<Path> mounted = new ArrayDeque<>();

	private final Deque<String> loopDevices = new ArrayDeque<>();

	private int count;

	Mounts() {
		assumeThat(System.getProperty("user.name")).as("mounting filesystems needs root").isEqualTo("root");
		try {
			this.directory = Files.createTempDirectory("pimlock-mounts").toRealPath();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		// what another user's process looks at must be reachable for it
		run("chmod", "755", this.directory.toString());
	}

	/** An empty directory on the machine's own temporary filesystem. */
	Path newDirectory() {
		try {
			return Files.createDirectory(this.directory.resolve("directory-" + ++this.count));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path tmpfs() {
		return mount("-t", "tmpfs", "-o", "size=16m", "tmpfs");
	}

	/**
	 * A new filesystem in a file behind a loop device.
	 */
	Path image(String type, int megabytes, String aptPackage, String... makeOptions) {
		return mount("-t", type, "-o", "loop", makeImage(type, megabytes, aptPackage, makeOptions).toString());
	}

	Path overlay(Path lower, Path layers) {
		try {
			Path upper = Files.createDirectory(layers.resolve("upper-" + ++this.count));
			Path work = Files.createDirectory(layers.resolve("work-" + this.count));
			return mount("-t", "overlay", "-o", "lowerdir=" + lower + ",upperdir=" + upper + ",workdir=" + work,
					"overlay");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path bind(Path original) {
		return mount("--bind", original.toString());
	}

	Path bindReadOnly(Path original) {
		Path bound = bind(original);
		assume(run("mount", "-o", "remount,bind,ro", bound.toString()));
		return bound;
	}

	/** exFAT has no hard links, and neither modes nor inode numbers of its own. */
	Path exfat() {
		requireProgram("mount.exfat-fuse", "exfat-fuse");
		String device = loopDevice(makeImage("exfat", 32, "exfatprogs"));
		return mountWith("mount.exfat-fuse", device);
	}

	/** NTFS with names that differ only in case standing for one file. */
	Path ntfsThatIgnoresCase() {
		requireProgram("lowntfs-3g", "ntfs-3g");
		Path image = makeImage("ntfs", 32, "ntfs-3g", "-q", "-F");
		return mountWith("lowntfs-3g", "-o", "ignore_case", image.toString());
	}

	/**
	 * Hard links on it look like separate files, each with an inode number of its own.
	 */
	Path sshfs() throws IOException {
		requireProgram("sshfs", "sshfs");
		String server = "/usr/lib/openssh/sftp-server";
		assumeThat(Files.isExecutable(Path.of(server))).as("%s is missing: apt package openssh-sftp-server", server)
			.isTrue();
		Path script = this.directory.resolve("ssh-" + ++this.count);
		Files.writeString(script, "#!/bin/sh\nexec " + server + "\n");
		run("chmod", "755", script.toString());
		return mountWith("sshfs", "-o", "ssh_command=" + script, "here:" + newDirectory());
	}

	/**
	 * Makes the kernel drop what it caches of the filesystem and nobody has open: inodes
	 * and names. Something that a busy machine does all the time, sooner or later.
	 */
	void forgetUnused(Path mountPoint) {
		if (this.mounted.contains(mountPoint)) {
			assertThat(run("mount", "-i", "-o", "remount", mountPoint.toString())).isEqualTo(new Result(0, ""));
		}
	}

	private Path makeImage(String type, int megabytes, String aptPackage, String... makeOptions) {
		requireProgram("mkfs." + type, aptPackage);
		Path image = this.directory.resolve("image-" + ++this.count);
		try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
			file.setLength(megabytes * 1024L * 1024L);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		String[] command = new String[makeOptions.length + 2];
		command[0] = "mkfs." + type;
		System.arraycopy(makeOptions, 0, command, 1, makeOptions.length);
		command[command.length - 1] = image.toString();
		assume(run(command));
		return image;
	}

	private String loopDevice(Path image) {
		Result result = run("losetup", "--find", "--show", image.toString());
		assume(result);
		String device = result.output().strip();
		this.loopDevices.push(device);
		return device;
	}

	private Path mount(String... what) {
		String[] command = new String[what.length + 1];
		command[0] = "mount";
		System.arraycopy(what, 0, command, 1, what.length);
		return mountWith(command);
	}

	private Path mountWith(String... command) {
		Path mountPoint = newDirectory();
		String[] whole = List.of(command).toArray(new String[command.length + 1]);
		whole[command.length] = mountPoint.toString();
		assume(run(whole));
		this.mounted.push(mountPoint);
		return mountPoint;
	}

	static void requireProgram(String program, String aptPackage) {
		assumeThat(run("sh", "-c", "command -v " + program).exit())
			.as("%s is missing: apt package %s", program, aptPackage)
			.isZero();
	}

	static void assume(Result result) {
		assumeThat(result.exit()).as(result.output()).isZero();
	}

	static Result run(String... command) {
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
				.start();
			String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			int exit = process.waitFor();
			return new Result(exit, (exit == 0) ? output : String.join(" ", command) + ": " + output);
		}
		catch (IOException ex) {
			return new Result(-1, ex.getMessage());
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Unmounts in reverse order.
	 * @throws AssertionError if something still uses a filesystem: a lock that was not
	 * released properly would; it is unmounted all the same
	 */
	@Override
	public void close() {
		StringBuilder busy = new StringBuilder();
		while (!this.mounted.isEmpty()) {
			String mountPoint = this.mounted.pop().toString();
			Result result = unmount(mountPoint);
			if (result.exit() != 0) {
				busy.append(result.output());
				run("umount", "--lazy", mountPoint);
			}
		}
		this.loopDevices.forEach((device) -> run("losetup", "--detach", device));
		run("rm", "-rf", "--one-file-system", this.directory.toString());
		assertThat(busy.toString()).isEmpty();
	}

	private static Result unmount(String mountPoint) {
		Result result = run("umount", mountPoint);
		for (int i = 0; result.exit() != 0 && i < UNMOUNT_ATTEMPTS; i++) {
			// whatever looks at new devices on this machine may keep it for a moment
			try {
				Thread.sleep(50);
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
			result = run("umount", mountPoint);
		}
		return result;
	}

	/**
	 * How a program ended.
	 */
	record Result(int exit, String output) {
	}

}
