/**
 * From an annotation to a method that runs under its lock: specification, interceptor,
 * advisor, and the templates that name the buckets.
 */
@NullMarked
package io.pimlock.aop;

import org.jspecify.annotations.NullMarked;
