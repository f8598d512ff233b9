/**
 * Puts many processes of several kinds on a few buckets, kills and stops them at random,
 * and judges from outside whether the locks held.
 */
@NullMarked
package io.pimlock.torture;

import org.jspecify.annotations.NullMarked;
