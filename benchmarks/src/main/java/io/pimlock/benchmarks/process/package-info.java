/**
 * What is measured between several processes: hand-over, the death of a holder, idle
 * waiting, fairness.
 */
@NullMarked
package io.pimlock.benchmarks.process;

import org.jspecify.annotations.NullMarked;
