package io.pimlock.aop;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;

import io.pimlock.BucketLockService;
import io.pimlock.StoreLocks;
import io.pimlock.WriterLeases;

/**
 * The services that lock for annotated methods. Nothing is asked of the suppliers before
 * a method is called.
 *
 * @param buckets yields the service that locks buckets
 * @param leases yields the service that takes writer leases
 * @param stores yields the service that locks stores
 * @param waitTimeout yields the wait timeout of annotations without one
 */
public record LockSystems(Supplier<? extends BucketLockService> buckets, Supplier<? extends WriterLeases> leases,
		Supplier<? extends StoreLocks> stores, Supplier<Duration> waitTimeout) {

	public LockSystems {
		Objects.requireNonNull(buckets, "buckets");
		Objects.requireNonNull(leases, "leases");
		Objects.requireNonNull(stores, "stores");
		Objects.requireNonNull(waitTimeout, "waitTimeout");
	}

}
