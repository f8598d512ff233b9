package io.pimlock.aop;

import java.lang.reflect.Method;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Knows the types that stand for work that goes on after a method has returned. The lock
 * ends with the method, so such work would run without it.
 */
final class AsynchronousTypes {

	private static final String CONTINUATION = "kotlin.coroutines.Continuation";

	/**
	 * By name, as most of the libraries are absent from most applications.
	 */
	private static final Set<String> NAMES = Set.of("java.util.concurrent.Future",
			"java.util.concurrent.CompletionStage", "java.util.concurrent.Flow$Publisher",
			"org.reactivestreams.Publisher", "io.smallrye.mutiny.Uni", "io.reactivex.rxjava3.core.SingleSource",
			"io.reactivex.rxjava3.core.MaybeSource", "io.reactivex.rxjava3.core.CompletableSource",
			"io.reactivex.rxjava3.core.ObservableSource", "kotlinx.coroutines.Job", "kotlinx.coroutines.flow.Flow",
			"org.springframework.web.context.request.async.DeferredResult",
			"org.springframework.web.context.request.async.WebAsyncTask",
			"org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
			"org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

	/**
	 * The walk through the supertypes happens once per class, and keeps no class from
	 * being unloaded.
	 */
	private static final ClassValue<Boolean> ASYNCHRONOUS = new ClassValue<>() {

		@Override
		protected Boolean computeValue(Class<?> type) {
			return search(type);
		}

	};

	private AsynchronousTypes() {
	}

	static boolean contains(Class<?> type) {
		return ASYNCHRONOUS.get(type);
	}

	/**
	 * Tells Kotlin's suspending functions, whose compiled form has one parameter more.
	 * @param method the method
	 * @return whether it may return before its work is done
	 */
	static boolean isSuspending(Method method) {
		Class<?>[] types = method.getParameterTypes();
		return types.length > 0 && types[types.length - 1].getName().equals(CONTINUATION);
	}

	private static boolean search(@Nullable Class<?> type) {
		if (type == null) {
			return false;
		}
		if (NAMES.contains(type.getName()) || search(type.getSuperclass())) {
			return true;
		}
		for (Class<?> implemented : type.getInterfaces()) {
			if (search(implemented)) {
				return true;
			}
		}
		return false;
	}

}
