package io.pimlock.aop;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import io.pimlock.BucketValidationException;
import io.pimlock.annotation.BucketLocked;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.implementation.FixedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for annotations that cannot take effect whatever the call: no proxy is made.
 */
class DefinitionErrorTests {

	private final RecordingLocks locks = new RecordingLocks();

	private final Aspects aspects = new Aspects(this.locks).withProperty("blank", " ")
		.withProperty("expression", "#{#id}");

	static Stream<Object> malformedPaths() {
		return Stream.of(new Object() {

			@BucketLocked(path = "")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "  ")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "${blank}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a\0b")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#id")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/${id")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{ }")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#id +}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#unknown}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#id.concat(#unknown ?: 'x')}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#p1}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#p0 = 'x'}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#p0++}")
			void run(int id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{@bean.id}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a/#{#fn(#id)}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "${missing}/a")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "${expression}/a")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "${missing:#{#id}}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = { "a", "" })
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "#{#root}")
			void run(String root) {
			}

		});
	}

	@ParameterizedTest
	@MethodSource("malformedPaths")
	void refusesMalformedPath(Object target) {
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.aspects.proxy(target))
			.withMessageContaining("@BucketLocked(path = ")
			.withMessageContaining(".run: ")
			.satisfies((ex) -> assertThat(ex.reason()).isEqualTo(BucketValidationException.Reason.PATH_INVALID));
	}

	@Test
	void refusesAnnotationWithoutPath() {
		assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(new NoPath()))
			.withMessage("@BucketLocked on NoPath.run: at least one path is needed");
	}

	@Test
	void refusesNamesThatTheClassFileDoesNotHave() throws Exception {
		Object target = withoutParameterNames("#{#id}");
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.aspects.proxy(target))
			.withMessageContaining("@BucketLocked(path = \"#{#id}\")")
			.withMessageContaining(".run: ")
			.withMessageContaining("-parameters")
			.withMessageContaining("#p0");
	}

	@Test
	void indexesNeedNoNames() throws Exception {
		Object proxy = this.aspects.proxy(withoutParameterNames("#{#p0}"));
		proxy.getClass().getMethod("run", String.class).invoke(proxy, "acme");
		assertThat(this.locks.calls).containsExactly("acquire " + Aspects.ROOT.resolve("acme"));
	}

	private static Object withoutParameterNames(String path) throws Exception {
		return new ByteBuddy().subclass(Object.class)
			.name("io.pimlock.aop.Compiled")
			.defineMethod("run", String.class, Visibility.PUBLIC)
			.withParameters(String.class)
			.intercept(FixedValue.value("done"))
			.annotateMethod(AnnotationDescription.Builder.ofType(BucketLocked.class)
				.defineArray("path", path)
				.define("waitTimeout", "")
				.build())
			.make()
			.load(DefinitionErrorTests.class.getClassLoader())
			.getLoaded()
			.getDeclaredConstructor()
			.newInstance();
	}

	static Stream<Object> malformedTimeouts() {
		return Stream.of(new Object() {

			@BucketLocked(path = "a", waitTimeout = "soon")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a", waitTimeout = "-1s")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a", waitTimeout = "${missing}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a", waitTimeout = "#{#unknown}")
			void run(String id) {
			}

		}, new Object() {

			@BucketLocked(path = "a", waitTimeout = "#{#id +}s")
			void run(String id) {
			}

		});
	}

	@ParameterizedTest
	@MethodSource("malformedTimeouts")
	void refusesMalformedTimeout(Object target) {
		assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(target))
			.withMessageContaining("@BucketLocked(waitTimeout = ")
			.withMessageContaining(".run: ");
	}

	static Stream<Object> asynchronous() {
		return Stream.of(new Object() {

			@BucketLocked(path = "a")
			CompletableFuture<String> run() {
				return new CompletableFuture<>();
			}

		}, new Object() {

			@BucketLocked(path = "a")
			Future<String> run() {
				return new CompletableFuture<>();
			}

		}, new Object() {

			@BucketLocked(path = "a")
			Mono<String> run() {
				return Mono.empty();
			}

		}, new Object() {

			@BucketLocked(path = "a")
			Flux<String> run() {
				return Flux.empty();
			}

		}, new Object() {

			@BucketLocked(path = "a")
			Flow.Publisher<String> run() {
				return (subscriber) -> {
				};
			}

		}, new Object() {

			@BucketLocked(path = "a")
			String run(String id, kotlin.coroutines.Continuation<String> continuation) {
				return id;
			}

		}, new TypedImpl());
	}

	@ParameterizedTest
	@MethodSource("asynchronous")
	void refusesMethodsWhoseWorkMayGoOnAfterTheyReturned(Object target) {
		assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(target))
			.withMessageContaining(".run cannot take effect: ");
	}

	@Test
	void refusesResultThatTheDeclaredTypeHides() {
		Hidden proxy = this.aspects.proxy(new Hidden());
		assertThatIllegalStateException().isThrownBy(proxy::run)
			.withMessageContaining("Hidden.run")
			.withMessageContaining(CompletableFuture.class.getName());
		assertThat(this.locks.closed).isEqualTo(1);
	}

	static class NoPath {

		@BucketLocked(path = {})
		void run() {
		}

	}

	static class Typed<T> {

		@BucketLocked(path = "a")
		T run() {
			return null;
		}

	}

	static class TypedImpl extends Typed<Mono<String>> {

	}

	static class Hidden {

		@BucketLocked(path = "a")
		Object run() {
			return new CompletableFuture<>();
		}

	}

}
