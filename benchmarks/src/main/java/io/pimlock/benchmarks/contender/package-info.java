/**
 * The locks that are compared, each used as its users use it.
 */
@NullMarked
package io.pimlock.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
