package io.pimlock.aop;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

/**
 * The invocation as {@code #root} of an expression.
 *
 * @param method the method that was called
 * @param target the object on which it was called, null if there is none
 * @param args the arguments
 */
@SuppressWarnings("ArrayRecordComponent")
record LockedInvocation(Method method, @Nullable Object target, @Nullable Object[] args) {
}
