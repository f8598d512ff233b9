package io.pimlock.actuate;

import java.util.List;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of the locks of this process.
 *
 * @param held the locks that it holds, oldest first
 * @param waiting its threads that wait for one, longest wait first
 */
public record BucketLocksDescriptor(List<HeldLockDescriptor> held,
		List<WaitingLockDescriptor> waiting) implements OperationResponseBody {
}
