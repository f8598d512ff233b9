/**
 * Writes what was measured as JSON.
 */
@NullMarked
package io.pimlock.benchmarks.results;

import org.jspecify.annotations.NullMarked;
