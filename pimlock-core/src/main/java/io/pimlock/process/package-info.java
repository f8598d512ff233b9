/**
 * Who this process is, and whether another one is alive.
 */
@NullMarked
package io.pimlock.process;

import org.jspecify.annotations.NullMarked;
