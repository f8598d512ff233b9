package io.pimlock.samples.store;

/**
 * A body in the store.
 *
 * @param digest its SHA-256 in hexadecimal digits, which is its name
 * @param size its size in bytes
 */
record StoredObject(String digest, long size) {
}
