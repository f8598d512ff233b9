/**
 * What the actuator shows of the locks.
 */
@NullMarked
package io.pimlock.actuate;

import org.jspecify.annotations.NullMarked;
