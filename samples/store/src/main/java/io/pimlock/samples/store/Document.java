package io.pimlock.samples.store;

import java.time.Instant;

/**
 * A document in the index.
 *
 * @param name its name
 * @param digest the digest of its body
 * @param size the size of its body in bytes
 * @param storedAt when it was stored
 */
record Document(String name, String digest, long size, Instant storedAt) {
}
