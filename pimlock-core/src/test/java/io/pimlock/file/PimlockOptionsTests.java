package io.pimlock.file;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLock;
import io.pimlock.Pimlock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PimlockOptionsTests {

	@Test
	void defaultsAreTheDocumentedOnes() {
		PimlockOptions defaults = PimlockOptions.defaults();
		assertThat(defaults.waitTimeout()).isEqualTo(Duration.ofSeconds(30));
		assertThat(defaults.pollInterval()).isEqualTo(Duration.ofMillis(100));
		assertThat(defaults.malformedGrace()).isEqualTo(Duration.ofSeconds(2));
		assertThat(defaults.handOverLimit()).isEqualTo(16);
		assertThat(defaults.root()).isNull();
		assertThat(defaults.application()).isNull();
		assertThat(PosixFilePermissions.toString(defaults.filePermissions())).isEqualTo("rw-------");
	}

	@Test
	void refusesWhatCannotWork() {
		PimlockOptions defaults = PimlockOptions.defaults();
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withWaitTimeout(Duration.ofMillis(-1)))
			.withMessageContaining("waitTimeout");
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withPollInterval(Duration.ZERO))
			.withMessageContaining("pollInterval");
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withHandOverLimit(-1))
			.withMessageContaining("handOverLimit");
		assertThatIllegalArgumentException().isThrownBy(() -> defaults.withMalformedGrace(Duration.ofDays(-1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> defaults.withFilePermissions(PosixFilePermissions.fromString("r--------")))
			.withMessageContaining("rw-------");
	}

	@Test
	void settingsAreReadAtEachCall(@TempDir Path bucket) throws Exception {
		AtomicReference<PimlockOptions> options = new AtomicReference<>(
				PimlockOptions.defaults().withWaitTimeout(Duration.ofMillis(40)));
		try (Pimlock pimlock = FilePimlock.create(options::get); BucketLock lock = pimlock.buckets().acquire(bucket)) {
			OtherThread.run(() -> {
				assertThatExceptionOfType(BucketBusyException.class).isThrownBy(() -> pimlock.buckets().acquire(bucket))
					.satisfies((busy) -> assertThat(busy.waited()).isGreaterThanOrEqualTo(Duration.ofMillis(40)));
				options.set(options.get().withWaitTimeout(Duration.ZERO).withApplication("renamed"));
				assertThatExceptionOfType(BucketBusyException.class).isThrownBy(() -> pimlock.buckets().acquire(bucket))
					.satisfies((busy) -> assertThat(busy.holder().orElseThrow().application()).isEqualTo("renamed"));
			});
		}
	}

}
