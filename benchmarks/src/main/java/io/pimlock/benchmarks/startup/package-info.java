/**
 * What the starter adds to the start of an application.
 */
@NullMarked
package io.pimlock.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
