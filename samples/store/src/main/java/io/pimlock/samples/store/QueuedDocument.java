package io.pimlock.samples.store;

import java.nio.file.Path;
import java.time.Instant;

/**
 * A document that the owner has not taken in yet.
 *
 * @param file where it is queued
 * @param name the document's name
 * @param object its body
 * @param storedAt when it was queued
 */
record QueuedDocument(Path file, String name, StoredObject object, Instant storedAt) {
}
