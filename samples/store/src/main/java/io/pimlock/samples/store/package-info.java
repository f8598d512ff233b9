/**
 * A content-addressed store: one owner, many producers, and a collector of what nothing
 * refers to.
 */
@NullMarked
package io.pimlock.samples.store;

import org.jspecify.annotations.NullMarked;
