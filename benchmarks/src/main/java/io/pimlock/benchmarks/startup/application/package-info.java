/**
 * The application whose start is measured.
 */
@NullMarked
package io.pimlock.benchmarks.startup.application;

import org.jspecify.annotations.NullMarked;
