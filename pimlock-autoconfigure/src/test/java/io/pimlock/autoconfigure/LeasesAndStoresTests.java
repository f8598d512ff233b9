package io.pimlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;

import io.pimlock.StoreCollectingException;
import io.pimlock.StoreLock;
import io.pimlock.StoreLockMode;
import io.pimlock.StoreLocks;
import io.pimlock.StoreStagingException;
import io.pimlock.WriterBusyException;
import io.pimlock.WriterLease;
import io.pimlock.WriterLeases;
import io.pimlock.annotation.StoreLocked;
import io.pimlock.annotation.WriterLeased;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * {@code @WriterLeased} and {@code @StoreLocked} in an application, with real locks.
 */
@EnabledOnOs({ OS.LINUX, OS.MAC })
class LeasesAndStoresTests {

	@TempDir
	private Path root;

	private ApplicationContextRunner runner() {
		return new ApplicationContextRunner().withConfiguration(PimlockContext.configurations())
			.withPropertyValues("pimlock.root=" + this.root, "pimlock.wait-timeout=50ms")
			.withBean(Work.class);
	}

	@Test
	void methodRunsUnderTheLeaseOfItsRun() throws Exception {
		Files.createDirectory(this.root.resolve("ledger"));
		runner().run((context) -> {
			Work work = context.getBean(Work.class);
			WriterLeases leases = context.getBean(WriterLeases.class);
			assertThat(work.append("run-7", leases)).isTrue();
			assertThat(leases.isHeld(Path.of("ledger"), "run-7")).isFalse();
			try (WriterLease other = leases.acquire(Path.of("ledger"), "run-7")) {
				assertThatExceptionOfType(WriterBusyException.class).isThrownBy(() -> work.append("run-7", leases));
				assertThat(work.append("run-8", leases)).isTrue();
				assertThat(other.isIntact()).isTrue();
			}
		});
		assertThat(this.root.resolve("ledger/locks/run-7.lock")).isEmptyFile();
	}

	@Test
	void producersAndCollectorsExcludeEachOther() throws Exception {
		Files.createDirectory(this.root.resolve("mail"));
		runner().run((context) -> {
			Work work = context.getBean(Work.class);
			StoreLocks stores = context.getBean(StoreLocks.class);
			assertThat(work.stage()).isEqualTo("staged");
			assertThat(work.collect()).isEqualTo("collected");
			try (StoreLock staging = stores.stage(Path.of("mail"))) {
				assertThat(work.stage()).isEqualTo("staged");
				assertThatExceptionOfType(StoreStagingException.class).isThrownBy(work::collect);
			}
			try (StoreLock collecting = stores.collect(Path.of("mail"))) {
				assertThatExceptionOfType(StoreCollectingException.class).isThrownBy(work::stage);
			}
			assertThat(stores.heldLocks()).isEmpty();
		});
	}

	static class Work {

		@WriterLeased(root = "ledger", run = "#{#run}")
		public boolean append(String run, WriterLeases leases) {
			return leases.isHeld(Path.of("ledger"), run);
		}

		@StoreLocked(path = "mail", mode = StoreLockMode.STAGE)
		public String stage() {
			return "staged";
		}

		@StoreLocked(path = "mail", mode = StoreLockMode.COLLECT)
		public String collect() {
			return "collected";
		}

	}

}
