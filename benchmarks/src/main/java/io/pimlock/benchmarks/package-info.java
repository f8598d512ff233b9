/**
 * Pimlock beside its peers, and beside the system calls that it is made of.
 */
@NullMarked
package io.pimlock.benchmarks;

import org.jspecify.annotations.NullMarked;
