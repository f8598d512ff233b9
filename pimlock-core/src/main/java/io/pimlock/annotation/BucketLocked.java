package io.pimlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The annotated method runs while its caller holds the lock of one or more buckets. On a
 * type it applies to every method of the type that has no annotation of its own. It is
 * found on interfaces and through composed annotations too.
 * <p>
 * The lock is taken before the method is entered and released after it has returned or
 * thrown. A nested call of the same thread on the same bucket re-enters. Where the method
 * is transactional as well, the lock surrounds the transaction unless
 * {@code pimlock.aspect.order} says otherwise.
 * <p>
 * The method is not entered when the lock cannot be had: it throws what
 * {@link io.pimlock.BucketLockService#acquire(java.nio.file.Path, java.time.Duration)}
 * throws instead.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
public @interface BucketLocked {

	/**
	 * The bucket's directory; several are locked in one order that is the same
	 * everywhere. At least one is needed, there is no default.
	 * <p>
	 * Each is a template of literal text, <code>${property}</code> placeholders and
	 * <code>#{expression}</code> parts, which see the method's arguments by name
	 * (<code>#{#tenant}</code>). A text value of an expression is one path segment: one
	 * that is null or blank, or contains a separator, {@code .}, {@code ..} or a drive,
	 * is refused. A value of type {@link java.nio.file.Path} may be a whole path. A
	 * relative result is resolved against {@code pimlock.root}; with a root set, every
	 * result must lie inside it; without one, relative results are refused.
	 * @return the templates
	 */
	String[] path();

	/**
	 * How long to wait for all the buckets together: a duration such as {@code 500ms},
	 * {@code 10s} or {@code PT1M}; <code>${property}</code> placeholders and
	 * <code>#{expression}</code> parts are supported. Zero makes one attempt. The
	 * default, an empty text, stands for {@code pimlock.wait-timeout}.
	 * @return the duration, empty for the default
	 */
	String waitTimeout() default "";

}
