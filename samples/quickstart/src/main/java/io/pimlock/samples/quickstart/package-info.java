/**
 * A ledger service whose instances take turns on directories.
 */
@NullMarked
package io.pimlock.samples.quickstart;

import org.jspecify.annotations.NullMarked;
