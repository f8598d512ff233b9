/**
 * The Pimlock API: services, handles, snapshots, exceptions and the listener SPI.
 */
@NullMarked
package io.pimlock;

import org.jspecify.annotations.NullMarked;
