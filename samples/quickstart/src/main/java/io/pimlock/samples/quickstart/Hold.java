package io.pimlock.samples.quickstart;

/**
 * A hold that is over.
 *
 * @param bucket the bucket that was held
 * @param pid the process that held it
 * @param fencingToken the token of the hold
 * @param heldMillis for how long the bucket was held
 */
record Hold(String bucket, long pid, long fencingToken, long heldMillis) {
}
