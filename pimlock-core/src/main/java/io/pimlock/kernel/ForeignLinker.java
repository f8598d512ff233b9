package io.pimlock.kernel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The Foreign Function and Memory API (JEP 454, final in Java 22), by reflection, because
 * this code is compiled for Java 17. Memory segments appear as plain objects. Used only
 * to make method handles; calling those is not reflective.
 */
final class ForeignLinker {

	private final Class<?> linkerType = type("Linker");

	private final Class<?> optionType = type("Linker$Option");

	private final Class<?> descriptorType = type("FunctionDescriptor");

	private final Class<?> layoutType = type("MemoryLayout");

	private final Class<?> valueLayoutType = type("ValueLayout");

	private final Class<?> segmentType = type("MemorySegment");

	private final Class<?> arenaType = type("Arena");

	private final Object linker = call(this.linkerType, "nativeLinker", null);

	private final Object symbols = call(this.linkerType, "defaultLookup", this.linker);

	/** A handle on a function without variadic parameters. */
	MethodHandle function(String name, Class<?> result, Class<?>... parameters) {
		return function(name, -1, result, parameters);
	}

	/**
	 * A handle on a C function of ints and longs; pointers are longs. The handle's first
	 * parameter is a segment, as an object, that takes errno.
	 * @param firstVariadic the index of the first variadic parameter, or -1
	 */
	MethodHandle function(String name, int firstVariadic, Class<?> result, Class<?>... parameters) {
		Object layouts = Array.newInstance(this.layoutType, parameters.length);
		for (int i = 0; i < parameters.length; i++) {
			Array.set(layouts, i, layout(parameters[i]));
		}
		Object descriptor = call(this.descriptorType, "of", null,
				new Class<?>[] { this.layoutType, layouts.getClass() }, layout(result), layouts);
		Object options = Array.newInstance(this.optionType, (firstVariadic < 0) ? 1 : 2);
		Array.set(options, 0, call(this.optionType, "captureCallState", null, new Class<?>[] { String[].class },
				(Object) new String[] { "errno" }));
		if (firstVariadic >= 0) {
			Array.set(options, 1,
					call(this.optionType, "firstVariadicArg", null, new Class<?>[] { int.class }, firstVariadic));
		}
		Optional<?> symbol = (Optional<?>) call(type("SymbolLookup"), "find", this.symbols,
				new Class<?>[] { String.class }, name);
		MethodHandle handle = (MethodHandle) call(this.linkerType, "downcallHandle", this.linker,
				new Class<?>[] { this.segmentType, this.descriptorType, options.getClass() }, symbol.orElseThrow(),
				descriptor, options);
		return handle.asType(MethodType.methodType(result, parameters).insertParameterTypes(0, Object.class));
	}

	private Object layout(Class<?> type) {
		return layout((type == int.class) ? "JAVA_INT" : "JAVA_LONG");
	}

	private Object layout(String name) {
		try {
			return this.valueLayoutType.getField(name).get(null);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Native memory that is never freed. */
	Object allocate(long size) {
		Object global = call(this.arenaType, "global", null);
		return call(this.arenaType, "allocate", global, new Class<?>[] { long.class, long.class }, size, 8L);
	}

	/** The segment's memory. */
	ByteBuffer buffer(Object segment) {
		return (ByteBuffer) call(this.segmentType, "asByteBuffer", segment);
	}

	/** Where the segment's memory is. */
	long address(Object segment) {
		return (Long) call(this.segmentType, "address", segment);
	}

	/** A handle {@code (Object segment)} that reads its first int. */
	MethodHandle readInt() {
		try {
			MethodHandle get = MethodHandles.publicLookup()
				.findVirtual(this.segmentType, "get",
						MethodType.methodType(int.class, type("ValueLayout$OfInt"), long.class));
			return MethodHandles.insertArguments(get, 1, layout("JAVA_INT"), 0L)
				.asType(MethodType.methodType(int.class, Object.class));
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Class<?> type(String name) {
		try {
			return Class.forName("java.lang.foreign." + name);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static Object call(Class<?> type, String method, @Nullable Object target) {
		return call(type, method, target, new Class<?>[0]);
	}

	private static Object call(Class<?> type, String method, @Nullable Object target, Class<?>[] parameters,
			Object... arguments) {
		try {
			return type.getMethod(method, parameters).invoke(target, arguments);
		}
		catch (InvocationTargetException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			throw new IllegalStateException(ex.getCause());
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
