package io.pimlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.pimlock.StoreLockMode;

/**
 * The annotated method runs while a store is locked. On a type it applies to every method
 * of the type that has no annotation of its own. It is found on interfaces and through
 * composed annotations too.
 * <p>
 * The lock is taken before the method is entered and given back after it has returned or
 * thrown. Where the method is transactional as well, the lock surrounds the transaction
 * unless {@code pimlock.aspect.order} says otherwise. Where it is also
 * {@link WriterLeased} or {@link BucketLocked}, the store is locked first.
 * <p>
 * To own a store for as long as the application runs, name it in
 * {@code pimlock.owned-stores} instead.
 * <p>
 * The method is not entered when the lock cannot be had: it throws what the method of
 * {@link io.pimlock.StoreLocks} throws that belongs to the mode.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
public @interface StoreLocked {

	/**
	 * The store's directory. There is no default.
	 * <p>
	 * A template like {@link BucketLocked#path()}, with the same rules: a relative result
	 * is resolved against {@code pimlock.root}, with which every result must lie inside
	 * it; without one, relative results are refused.
	 * @return the template
	 */
	String path();

	/**
	 * What the store is locked for. There is no default. {@link StoreLockMode#OWN} keeps
	 * other processes out, and nothing inside this one; see
	 * {@link io.pimlock.StoreLocks#own(java.nio.file.Path)}.
	 * @return the mode
	 */
	StoreLockMode mode();

	/**
	 * How long to wait for a collector, for {@link StoreLockMode#STAGE} alone; the other
	 * modes never wait. Like {@link BucketLocked#waitTimeout()}; the default, an empty
	 * text, stands for {@code pimlock.wait-timeout}.
	 * @return the duration, empty for the default
	 */
	String waitTimeout() default "";

}
