package io.pimlock.aop;

import java.io.File;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.annotation.BucketLocked;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

/**
 * Tests for the paths that the templates of {@link BucketLocked @BucketLocked} yield.
 */
class PathTemplateTests {

	private final RecordingLocks locks = new RecordingLocks();

	private final Aspects aspects = new Aspects(this.locks).withProperty("ledger.dir", "/abs/ledgers")
		.withProperty("ledger.name", "main")
		.withProperty("expression", "#{#text}")
		.withProperty("nested", "${ledger.name}-${ledger.name}");

	private final Templates templates = this.aspects.proxy(new Templates());

	@ParameterizedTest
	@ValueSource(strings = { "acme", "a b", "a.b", ".hidden", "...a", "tenant:1", "ünïcode", "#{1}", "${x}", "a'b" })
	void textIsOneSegment(String tenant) {
		this.templates.text(tenant);
		assertLocked(Aspects.ROOT.resolve(tenant));
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", " ", "\t\n", ".", "..", "...", ". .", "../x", "a/b", "/etc", "a\\b", "\\", "/", "C:",
			"c:\\x", "C:x", "a\0b", "\0" })
	void refusesTextThatIsNotOneSegment(String tenant) {
		assertRefused(() -> this.templates.text(tenant), "text", "#text");
		assertRefused(() -> this.templates.inner(tenant), "inner", "#text");
		assertRefused(() -> this.templates.adjacent(tenant), "adjacent", "#text");
	}

	@ParameterizedTest
	@ValueSource(strings = { ":", ":x" })
	void refusesTextThatMakesItsSegmentNameAnotherPlace(String text) {
		assertRefused(() -> this.templates.afterLetter(text), "afterLetter", "#text");
		assertRefused(() -> this.templates.afterDot("."), "afterDot", "#text");
		assertRefused(() -> this.templates.dotAndPath(Path.of(".")), "dotAndPath", "#path");
	}

	@Test
	void textJoinsLiteralTextInItsSegment() {
		this.templates.adjacent("1");
		assertLocked(Aspects.ROOT.resolve("tenant-1/x"));
		this.templates.afterDot("a");
		assertLocked(Aspects.ROOT.resolve(".a"));
	}

	@Test
	void valuesWithAStableTextAreText() {
		UUID id = UUID.fromString("00000000-0000-0000-0000-000000000001");
		for (Object value : List.of(1, 2L, id, Reason.PATH_INVALID, new StringBuilder("sb"), 'c', true,
				LocalDate.of(2026, 1, 2))) {
			this.templates.object(value);
			assertLocked(Aspects.ROOT.resolve(value.toString()));
		}
	}

	@Test
	void refusesOtherObjects() {
		for (Object value : List.of(new Object(), List.of("a"), new String[] { "a" }, new File("a"),
				Optional.of("a"))) {
			assertRefused(() -> this.templates.object(value), "object", "#object");
		}
	}

	@Test
	void pathMayBeTheWholePath() {
		this.templates.path(Path.of("a/b"));
		assertLocked(Aspects.ROOT.resolve("a/b"));
		this.templates.path(Aspects.ROOT.resolve("c"));
		assertLocked(Aspects.ROOT.resolve("c"));
		this.templates.leadingPath(Aspects.ROOT.resolve("d"));
		assertLocked(Aspects.ROOT.resolve("d/x"));
		this.templates.innerPath(Path.of("e/f"));
		assertLocked(Aspects.ROOT.resolve("x-e/f"));
	}

	@Test
	void absolutePathNeedsNoRoot() {
		Templates withoutRoot = new Aspects(this.locks).withProperty("ledger.dir", "/abs/ledgers")
			.withProperty("ledger.name", "main")
			.proxy(new Templates());
		withoutRoot.path(Aspects.ROOT);
	}

	@Test
	void refusesPathThatLeadsElsewhere() {
		assertOutside(() -> this.templates.path(Path.of("/elsewhere")));
		assertOutside(() -> this.templates.path(Path.of("../elsewhere")));
		assertOutside(() -> this.templates.path(Path.of("a/../../elsewhere")));
		assertOutside(() -> this.templates.leadingPath(Path.of("..")));
		assertRefused(() -> this.templates.path(Path.of("")), "path", "#path");
		assertRefused(() -> this.templates.path(Path.of(".")), "path", "#path");
		assertRefused(() -> this.templates.path(Path.of("a/..")), "path", "#path");
		assertRefused(() -> this.templates.innerPath(Path.of("/etc")), "innerPath", "#path");
		assertRefused(() -> this.templates.innerPath(Path.of("a/../..")), "innerPath", "#path");
		assertRefused(() -> this.templates.innerPath(Path.of(".")), "innerPath", "#path");
		assertRefused(() -> this.templates.pathAndText(Path.of("/root/of"), "buckets"), "pathAndText", "#path");
	}

	@Test
	void refusesPathOfAnotherFileSystem(@TempDir Path dir) throws Exception {
		URI uri = URI.create("jar:" + dir.resolve("test.zip").toUri());
		try (FileSystem zip = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
			assertRefused(() -> this.templates.path(zip.getPath("/a")), "path", "#path");
		}
	}

	@Test
	void placeholdersAndLiteralTextMayBeAnyPath() {
		Templates withoutRoot = new Aspects(this.locks).withoutRoot()
			.withProperty("ledger.dir", "/abs/ledgers")
			.withProperty("ledger.name", "main")
			.withProperty("nested", "${ledger.name}-${ledger.name}")
			.proxy(new Templates());
		withoutRoot.placeholder("acme");
		assertLocked(Path.of("/abs/ledgers/main/acme"));
		withoutRoot.placeholderDefault();
		assertLocked(Path.of("/abs/ledgers/other/main-main"));
		assertOutside(() -> this.templates.placeholder("acme"));
		assertOutside(this.templates::literalOutside);
	}

	@Test
	void refusesRelativePathWithoutRoot() {
		Templates withoutRoot = new Aspects(this.locks).withoutRoot()
			.withProperty("ledger.dir", "/abs")
			.proxy(new Templates());
		assertRefused(() -> withoutRoot.text("acme"), "text", "pimlock.root");
	}

	@Test
	void expressionsMayCallMethodsOfArgumentsAndNameThemByIndex() {
		this.templates.property(new Order("acme", 7));
		assertLocked(Aspects.ROOT.resolve("acme/7"));
		this.templates.index("a", "b");
		assertLocked(Aspects.ROOT.resolve("a-b"));
		this.templates.braces(List.of("}"));
		assertLocked(Aspects.ROOT.resolve("}{1}"));
		this.templates.rootObject("x");
		assertLocked(Aspects.ROOT.resolve("rootObject-1"));
		this.templates.placeholderInside("x");
		assertLocked(Aspects.ROOT.resolve("main"));
		this.templates.misleading("first", "second");
		assertLocked(Aspects.ROOT.resolve("second"));
	}

	@Test
	void refusesExpressionThatFails() {
		assertRefused(() -> this.templates.property(null), "property", "#order.tenant");
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.templates.property(new Order(null, 7)))
			.withMessageContaining("the expression '#order.tenant' is null");
	}

	@Test
	void messagesContainNoAbsolutePath() {
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.templates.literalOutside())
			.withMessageContaining("@BucketLocked(path = \"..." + File.separator + "outside\")")
			.withMessageContaining("Templates.literalOutside");
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.templates.path(Path.of("/etc")))
			.satisfies((ex) -> assertThat(ex.bucket()).contains(Path.of("/etc")))
			.withMessageNotContaining("/etc");
	}

	private void assertLocked(Path bucket) {
		assertThat(this.locks.calls).last().isEqualTo("acquire " + bucket);
		assertThat(this.locks.held).isEmpty();
	}

	private void assertRefused(ThrowingCallable call, String method, String expression) {
		int before = this.locks.calls.size();
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(call)
			.withMessageContaining("@BucketLocked")
			.withMessageContaining("Templates." + method)
			.withMessageContaining(expression)
			.asInstanceOf(type(BucketValidationException.class))
			.extracting(BucketValidationException::reason)
			.isEqualTo(Reason.PATH_INVALID);
		assertThat(this.locks.calls).hasSize(before);
	}

	private void assertOutside(ThrowingCallable call) {
		int before = this.locks.calls.size();
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(call)
			.withMessageContaining("@BucketLocked")
			.withMessageContaining("pimlock.root")
			.asInstanceOf(type(BucketValidationException.class))
			.extracting(BucketValidationException::reason)
			.isEqualTo(Reason.PATH_OUTSIDE_ROOT);
		assertThat(this.locks.calls).hasSize(before);
	}

	record Order(String tenant, int number) {
	}

	static class Templates {

		@BucketLocked(path = "#{#text}")
		void text(String text) {
		}

		@BucketLocked(path = "a/#{#text}/b")
		void inner(String text) {
		}

		@BucketLocked(path = "tenant-#{#text}/x")
		void adjacent(String text) {
		}

		@BucketLocked(path = "x/.#{#path}")
		void dotAndPath(Path path) {
		}

		@BucketLocked(path = ".#{#text}")
		void afterDot(String text) {
		}

		@BucketLocked(path = "C#{#text}")
		void afterLetter(String text) {
		}

		@BucketLocked(path = "#{#object}")
		void object(Object object) {
		}

		@BucketLocked(path = "#{#path}")
		void path(Path path) {
		}

		@BucketLocked(path = "#{#path}/x")
		void leadingPath(Path path) {
		}

		@BucketLocked(path = "x-#{#path}")
		void innerPath(Path path) {
		}

		@BucketLocked(path = "#{#path}#{#text}")
		void pathAndText(Path path, String text) {
		}

		@BucketLocked(path = "${ledger.dir}/${ledger.name:none}/#{#tenant}")
		void placeholder(String tenant) {
		}

		@BucketLocked(path = "${ledger.dir}/${missing:other}/${nested:none}")
		void placeholderDefault() {
		}

		@BucketLocked(path = "/somewhere/outside")
		void literalOutside() {
		}

		@BucketLocked(path = "#{#order.tenant}/#{#order.number()}")
		void property(Order order) {
		}

		@BucketLocked(path = "#{#p0}-#{#a1}")
		void index(String first, String second) {
		}

		@BucketLocked(path = "#{#list[0] == '}' ? {'}'}[0] : \"{\"}{1}")
		void braces(List<String> list) {
		}

		@BucketLocked(path = "#{#root.method.name}-#{#root.args.length}")
		void rootObject(String argument) {
		}

		@BucketLocked(path = "#{'${ledger.name:none}'}")
		void placeholderInside(String argument) {
		}

		@BucketLocked(path = "#{#a0}")
		void misleading(String a1, String a0) {
		}

	}

}
