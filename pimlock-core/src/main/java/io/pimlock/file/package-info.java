/**
 * The engine on files; {@code FilePimlock} is its entry.
 */
@NullMarked
package io.pimlock.file;

import org.jspecify.annotations.NullMarked;
