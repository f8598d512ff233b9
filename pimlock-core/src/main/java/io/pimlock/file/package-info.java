/**
 * The engine on files; {@link io.pimlock.file.FilePimlock} is its entry.
 */
@NullMarked
package io.pimlock.file;

import org.jspecify.annotations.NullMarked;
