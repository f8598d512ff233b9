/**
 * What the engine asks of the operating system: lock files, and the kernel lock on them.
 * Nothing else calls native code.
 */
@NullMarked
package io.pimlock.kernel;

import org.jspecify.annotations.NullMarked;
