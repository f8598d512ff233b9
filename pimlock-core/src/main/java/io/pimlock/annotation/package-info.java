/**
 * The annotations that put a method under a lock.
 */
@NullMarked
package io.pimlock.annotation;

import org.jspecify.annotations.NullMarked;
