package io.pimlock.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The annotated method runs while its caller holds the writer lease of a run. On a type
 * it applies to every method of the type that has no annotation of its own. It is found
 * on interfaces and through composed annotations too.
 * <p>
 * The lease is taken before the method is entered and given back after it has returned or
 * thrown. It is never waited for, and not re-entrant: a nested call of the same thread
 * for the same run is refused. Where the method is transactional as well, the lease
 * surrounds the transaction unless {@code pimlock.aspect.order} says otherwise. Where it
 * is also {@link StoreLocked} or {@link BucketLocked}, the store is locked first, then
 * the lease is taken, then the bucket.
 * <p>
 * The method is not entered when the lease cannot be had: it throws what
 * {@link io.pimlock.WriterLeases#acquire(java.nio.file.Path, String)} throws instead.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.TYPE, ElementType.METHOD })
public @interface WriterLeased {

	/**
	 * The directory below which the run is; the lease is
	 * <code>&lt;root&gt;/locks/&lt;run&gt;.lock</code>. There is no default.
	 * <p>
	 * A template like {@link BucketLocked#path()}, with the same rules: a relative result
	 * is resolved against {@code pimlock.root}, with which every result must lie inside
	 * it; without one, relative results are refused.
	 * @return the template
	 */
	String root();

	/**
	 * The run. There is no default.
	 * <p>
	 * A template of literal text, <code>${property}</code> placeholders and
	 * <code>#{expression}</code> parts, which see the method's arguments by name. The
	 * value of an expression is any text that is neither null nor empty: it cannot choose
	 * another directory, because only plain characters get into the lock file's name.
	 * @return the template
	 */
	String run();

}
