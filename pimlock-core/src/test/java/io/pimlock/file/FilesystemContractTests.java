package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.pimlock.BucketLockState.Status;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract on real filesystems. Those that this machine cannot make or mount are
 * skipped, with what the system said.
 */
class FilesystemContractTests {

	/** More than the contract has tests. */
	private static final int BUCKETS = 20;

	/**
	 * Buckets that were used, released and copied, as they are in a container's image.
	 */
	private static Path imageWithBuckets(Path lower) throws Exception {
		Path used = Files.createDirectory(lower.resolve("used"));
		try (PeerProcess builder = PeerProcess.jvm()) {
			assertThat(builder.ask("acquire " + used + " 0")).startsWith("acquired");
			builder.ask("release");
			for (int i = 1; i <= BUCKETS; i++) {
				copy(used, lower.resolve("bucket-" + i));
			}
			builder.ask("acquire " + used + " 0");
			builder.kill();
		}
		// a number that somebody else has where the image runs; both names are one file
		Files.writeString(used.resolve(".lock"), "1\n");
		copy(used, lower.resolve("held"));
		assertThat(lower.resolve("held/.lock")).exists();
		return lower;
	}

	private static void copy(Path from, Path to) {
		assertThat(Mounts.run("cp", "-a", from.toString(), to.toString()).exit()).isZero();
	}

	@Nested
	class TemporaryDirectory extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			return mounts.newDirectory();
		}

	}

	@Nested
	class Ext4 extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			return mounts.image("ext4", 32, "e2fsprogs", "-q");
		}

	}

	@Nested
	class Xfs extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			return mounts.image("xfs", 320, "xfsprogs", "-q");
		}

	}

	@Nested
	class Btrfs extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			return mounts.image("btrfs", 128, "btrfs-progs", "-q");
		}

	}

	@Nested
	class Tmpfs extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			return mounts.tmpfs();
		}

	}

	@Nested
	class OverlayOnExt4 extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			Path layers = mounts.image("ext4", 32, "e2fsprogs", "-q");
			return mounts.overlay(mounts.newDirectory(), layers);
		}

	}

	@Nested
	class OverlayOnTmpfs extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			return mounts.overlay(mounts.newDirectory(), mounts.tmpfs());
		}

	}

	/** Layers on one filesystem: inode numbers survive the copy to the upper layer. */
	@Nested
	class OverlayWithBucketsInTheLowerLayer extends OverlayOfImage {

		@Override
		Path directory(Mounts mounts) throws Exception {
			Path layers = mounts.image("ext4", 32, "e2fsprogs", "-q");
			return mounts.overlay(imageWithBuckets(Files.createDirectory(layers.resolve("lower"))), layers);
		}

	}

	/** Layers on two filesystems: a file that is copied up gets another inode number. */
	@Nested
	class OverlayOverAnotherFilesystemsBuckets extends OverlayOfImage {

		@Override
		Path directory(Mounts mounts) throws Exception {
			return mounts.overlay(imageWithBuckets(mounts.image("ext4", 32, "e2fsprogs", "-q")), mounts.tmpfs());
		}

	}

	abstract class OverlayOfImage extends BucketLockContract {

		@Test
		void bucketThatWasHeldWhenTheImageWasMadeIsReclaimed() {
			Path held = this.bucket.resolveSibling("held");
			assertThat(this.buckets.inspect(held).status()).isEqualTo(Status.STALE);
			this.buckets.acquire(held, Duration.ZERO).close();
			assertThat(held.resolve(".lock")).doesNotExist();
		}

	}

	@Nested
	class Vfat extends FatFamily {

		@Override
		Path directory(Mounts mounts) {
			return mounts.image("vfat", 16, "dosfstools");
		}

	}

	@Nested
	class ExfatThroughFuse extends FatFamily {

		@Override
		Path directory(Mounts mounts) {
			return mounts.exfat();
		}

	}

	/** Where inode numbers change when the kernel's cache is emptied, as well. */
	abstract class WithoutHardLinks extends BucketLockContract {

		@Override
		boolean hasHardLinks() {
			return false;
		}

		@Test
		@Override
		void heldBucketOutlastsWhatTheKernelCachesOfIt() throws Exception {
			super.heldBucketOutlastsWhatTheKernelCachesOfIt();
		}

	}

	abstract class FatFamily extends WithoutHardLinks {

		@Override
		boolean keepsModes() {
			return false;
		}

	}

	@Nested
	class NtfsThroughFuse extends BucketLockContract {

		@Override
		Path directory(Mounts mounts) {
			return mounts.ntfsThatIgnoresCase();
		}

		@Override
		boolean keepsModes() {
			return false;
		}

		@Test
		void nameInAnotherCaseIsTheSameBucket() {
			Path shouted = this.bucket.resolveSibling(this.bucket.getFileName().toString().toUpperCase());
			this.buckets.run(this.bucket, () -> {
				assertThat(this.buckets.inspect(shouted).status()).isEqualTo(Status.HELD_HERE);
				assertThat(this.buckets.heldLocks()).hasSize(1);
				this.buckets.acquire(shouted, Duration.ZERO).close();
			});
		}

	}

	/** Hard links on it are files of their own. */
	@Nested
	class Sshfs extends WithoutHardLinks {

		@Override
		Path directory(Mounts mounts) throws Exception {
			return mounts.sshfs();
		}

	}

}
