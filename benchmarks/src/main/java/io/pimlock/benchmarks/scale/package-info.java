/**
 * Many buckets: what is left of them, and what a held one costs.
 */
@NullMarked
package io.pimlock.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
