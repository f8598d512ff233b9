package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

class BucketsTests {

	@TempDir
	private Path parent;

	private Path root;

	private Buckets buckets;

	@BeforeEach
	void createBuckets() {
		this.root = this.parent.resolve("missing/root");
		this.buckets = new Buckets(this.root.toString());
	}

	@Test
	void createsTheRoot() throws IOException {
		this.buckets.createRoot();
		assertThat(this.root).isDirectory();
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "orders", "Orders-2026_12.v1", "0" })
	void createsABucketOnce(String name) {
		this.buckets.create(name);
		this.buckets.create(name);
		assertThat(this.buckets.existingDirectory(name)).isEqualTo(this.root.resolve(name)).isDirectory();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", ".", "..", ".lock", "-x", "a/b", "a\\b", "../x", "a b", "a\n", "\u00e4", "C:" })
	void refusesWhatIsNoName(String name) {
		assertThatExceptionOfType(LedgerRequestException.class).isThrownBy(() -> this.buckets.create(name));
		assertThat(this.root).doesNotExist();
	}

	@Test
	void refusesALongName() {
		assertThatNoException().isThrownBy(() -> this.buckets.directory("x".repeat(64)));
		assertThatExceptionOfType(LedgerRequestException.class)
			.isThrownBy(() -> this.buckets.directory("x".repeat(65)));
	}

	@Test
	void leavesAFileInTheDirectorysPlaceToTheLock() throws IOException {
		this.buckets.createRoot();
		Files.createFile(this.root.resolve("orders"));
		assertThatNoException().isThrownBy(() -> this.buckets.create("orders"));
		assertThat(this.root.resolve("orders")).isEmptyFile();
	}

}
