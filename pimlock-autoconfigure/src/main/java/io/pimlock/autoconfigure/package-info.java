/**
 * Auto-configuration for Pimlock: settings and wiring, nothing else.
 */
@NullMarked
package io.pimlock.autoconfigure;

import org.jspecify.annotations.NullMarked;
