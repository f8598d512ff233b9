package io.pimlock.file;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.Pimlock;
import io.pimlock.kernel.LockFiles;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ConfinedPathsTests {

	private final Buckets buckets = new Buckets(LockFiles.system());

	@TempDir
	Path parent;

	private Path root;

	@BeforeEach
	void createRoot() throws Exception {
		this.root = Files.createDirectory(this.parent.resolve("root"));
		Files.createDirectory(this.root.resolve("a"));
		Files.createDirectory(this.parent.resolve("root-2"));
	}

	private void assertOutside(Path path) {
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> ConfinedPaths.resolve(path, this.root))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.PATH_OUTSIDE_ROOT))
			.withMessageNotContaining(this.parent.toString());
	}

	private void assertEngineRefuses(Path path) {
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.buckets.find(path, PimlockOptions.defaults().withRoot(this.root)))
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(Reason.PATH_OUTSIDE_ROOT))
			.withMessageNotContaining(this.parent.toString());
	}

	private void assertEngineFinds(Path path, Path root, Path directory) {
		Bucket bucket = this.buckets.find(path, PimlockOptions.defaults().withRoot(root));
		assertThat(bucket.directory()).isEqualTo(root.resolve(path));
		assertThat(bucket.identity()).isEqualTo(this.buckets.find(directory, PimlockOptions.defaults()).identity());
	}

	@ParameterizedTest
	@ValueSource(strings = { "a", "./a", "a/../a", "new/deep", "." })
	void resolvesRelativePathsAgainstTheRoot(String path) {
		assertThat(ConfinedPaths.resolve(Path.of(path), this.root)).isEqualTo(this.root.resolve(path));
	}

	@ParameterizedTest
	@ValueSource(strings = { "..", "../root-2", "a/../../root-2", "new/../../root-2", "/", "/etc" })
	void refusesWhatLeadsOut(String path) {
		assertOutside(Path.of(path));
	}

	@Test
	void absolutePathsMustLieInside() {
		assertThat(ConfinedPaths.resolve(this.root.resolve("a"), this.root)).isEqualTo(this.root.resolve("a"));
		assertOutside(this.parent.resolve("root-2"));
	}

	@Test
	void namesOfTheRootMatterNotItsSpelling() throws Exception {
		Path alias = Files.createSymbolicLink(this.parent.resolve("alias"), this.root);
		assertThat(ConfinedPaths.resolve(Path.of("a"), alias)).isEqualTo(alias.resolve("a"));
		assertThat(ConfinedPaths.resolve(this.root.resolve("a"), alias)).isEqualTo(this.root.resolve("a"));
		Path devious = this.root.resolve("a/..");
		assertThat(ConfinedPaths.resolve(Path.of("a"), devious)).isEqualTo(devious.resolve("a"));
	}

	@Test
	void climbingOutOfALinkIsSeenThrough() throws Exception {
		Path deep = Files.createDirectories(this.parent.resolve("root-2/deep/down"));
		Files.createSymbolicLink(this.root.resolve("link"), deep);
		assertOutside(Path.of("link/../../x"));
		assertOutside(Path.of("link/../a"));
	}

	@Test
	void engineFollowsSymbolicLinksInsideOnly() throws Exception {
		Files.createDirectory(this.parent.resolve("root-2/b"));
		Files.createFile(this.parent.resolve("root-2/file"));
		Path deep = Files.createDirectories(this.root.resolve("x/y/z"));
		Files.createSymbolicLink(this.root.resolve("out"), this.parent.resolve("root-2"));
		Files.createSymbolicLink(this.root.resolve("x/out"), this.parent.resolve("root-2"));
		Files.createSymbolicLink(this.root.resolve("in"), this.root.resolve("a"));
		Files.createSymbolicLink(this.root.resolve("deep"), this.root.resolve("x/y"));
		for (String path : new String[] { "out", "out/b", "out/.", "./out/b", "x/out", "x/out/b", "x/../out/b",
				"out/missing", "out/file/x", "deep/../out" }) {
			assertEngineRefuses(Path.of(path));
			assertEngineRefuses(this.root.resolve(path));
		}
		assertEngineFinds(Path.of("in"), this.root, this.root.resolve("a"));
		assertEngineFinds(Path.of("deep/z"), this.root, deep);
		assertEngineFinds(Path.of("x/y/z"), this.root, deep);
		assertEngineFinds(Path.of("x/y/../y/./z"), this.root, deep);
		Path alias = Files.createSymbolicLink(this.parent.resolve("alias"), this.root);
		assertEngineFinds(Path.of("in"), alias, this.root.resolve("a"));
		assertEngineFinds(Path.of("."), alias, this.root);
		assertEngineFinds(this.root.resolve("a"), alias, this.root.resolve("a"));
	}

	@Test
	void withoutARootNothingIsConfined() {
		assertThat(ConfinedPaths.resolve(this.root, null)).isEqualTo(this.root);
		assertThat(ConfinedPaths.resolve(Path.of("x"), null)).isEqualTo(Path.of("x").toAbsolutePath());
	}

	@Test
	void theEngineKeepsToItsRoot() {
		try (Pimlock pimlock = FilePimlock.create(PimlockOptions.defaults().withRoot(this.root))) {
			pimlock.buckets().acquire(Path.of("a")).close();
			assertThatExceptionOfType(BucketValidationException.class)
				.isThrownBy(() -> pimlock.buckets().acquire(this.parent.resolve("root-2"), Duration.ZERO));
			assertThat(this.parent.resolve("root-2")).isEmptyDirectory();
		}
	}

}
