package io.pimlock.samples.store;

import java.nio.file.Path;
import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the store is, and how often its owner looks after it.
 *
 * @param directory the store
 * @param applyEvery how often the queue is applied
 * @param collectEvery how often garbage is collected
 */
@ConfigurationProperties("store")
record StoreProperties(Path directory, Duration applyEvery, Duration collectEvery) {
}
