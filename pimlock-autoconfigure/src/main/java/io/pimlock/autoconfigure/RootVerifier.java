package io.pimlock.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import io.pimlock.BucketLockIoException;
import io.pimlock.Pimlock;
import io.pimlock.file.FilePimlock;
import io.pimlock.file.KernelLockCheck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.SingletonBeanRegistry;

/**
 * Lets the start fail if the kernel lock cannot be relied on where the buckets are. Comes
 * after all singletons, one of which may create the root.
 */
final class RootVerifier implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(RootVerifier.class);

	private final ListableBeanFactory beans;

	private final PimlockProperties properties;

	RootVerifier(ListableBeanFactory beans, PimlockProperties properties) {
		this.beans = beans;
		this.properties = properties;
	}

	/** Not in an application that makes its beans lazily, until it needs the engine. */
	private boolean isFileEngineRunning() {
		return this.beans instanceof SingletonBeanRegistry singletons
				&& Arrays.stream(this.beans.getBeanNamesForType(Pimlock.class, false, false))
					.anyMatch((name) -> singletons.getSingleton(name) instanceof FilePimlock);
	}

	@Override
	public void afterSingletonsInstantiated() {
		Path root = this.properties.rootPath();
		if (root == null || !Files.isDirectory(root) || !isFileEngineRunning()) {
			return;
		}
		try {
			KernelLockCheck.run(root);
		}
		catch (BucketLockIoException ex) {
			if (ex.kind() == BucketLockIoException.Kind.UNSUPPORTED) {
				throw ex;
			}
			// the buckets below may be open to us although the root is not
			logger.warn("The kernel lock could not be tried in pimlock.root: {}", ex.getMessage());
		}
	}

}
