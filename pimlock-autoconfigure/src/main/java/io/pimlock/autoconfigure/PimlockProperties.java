package io.pimlock.autoconfigure;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.pimlock.aop.LockAdvisor;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.Assert;

/**
 * Settings of Pimlock. The engine's settings are read at each call, by any thread, so
 * that a change takes effect at once; {@code enabled} and those of the aspect are read at
 * start-up.
 */
@ConfigurationProperties("pimlock")
public class PimlockProperties {

	/**
	 * Whether Pimlock is active. When it is not, annotated methods run without a lock.
	 */
	private boolean enabled = true;

	/**
	 * Directory that relative bucket paths are resolved against and that every bucket has
	 * to lie inside, symbolic links resolved. Without it, relative paths in annotations
	 * are refused. An engine of the application's own has to be given its root itself.
	 */
	private volatile @Nullable String root;

	private volatile @Nullable Parsed<Path> parsedRoot;

	/**
	 * How long to wait for a bucket that somebody else holds. Zero makes one attempt.
	 */
	private volatile Duration waitTimeout = Duration.ofSeconds(30);

	/**
	 * Longest pause between two looks at a bucket that somebody else holds.
	 */
	private volatile Duration pollInterval = Duration.ofMillis(100);

	/**
	 * Age from which a lock file without a readable pid counts as abandoned.
	 */
	private volatile Duration malformedGrace = Duration.ofSeconds(2);

	/**
	 * Permissions of the files that a lock consists of. The owner has to be able to read
	 * and write them; add the group's where several users share buckets.
	 */
	private volatile String filePermissions = "rw-------";

	private volatile @Nullable Parsed<Set<PosixFilePermission>> parsedPermissions;

	/**
	 * How often in a row the threads of this process may pass a bucket on among
	 * themselves before other processes get their turn. Zero gives it back every time.
	 */
	private volatile int handOverLimit = 16;

	/**
	 * Stores that this application owns from before its first bean is created until after
	 * its last one is destroyed. If another process owns one of them, the application
	 * does not start. Read at the start only. Relative paths are resolved against the
	 * root, or the working directory where there is none.
	 */
	private List<String> ownedStores = List.of();

	private final Aspect aspect = new Aspect();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable String getRoot() {
		return this.root;
	}

	/**
	 * Sets the root. It is a text because Spring's conversion to a path prefers a
	 * resource of that name on the class path.
	 * @param root the directory, null for none
	 */
	public void setRoot(@Nullable String root) {
		// An empty variable must not switch the confinement off.
		Assert.isTrue(root == null || !root.isBlank(), "pimlock.root must not be blank; leave it out to have none");
		if (root != null) {
			toPath("pimlock.root", root);
		}
		this.root = root;
	}

	@Nullable Path rootPath() {
		String text = this.root;
		if (text == null) {
			return null;
		}
		Parsed<Path> parsed = this.parsedRoot;
		if (parsed == null || !text.equals(parsed.text())) {
			parsed = new Parsed<>(text, toPath("pimlock.root", text));
			this.parsedRoot = parsed;
		}
		return parsed.value();
	}

	private static Path toPath(String property, String text) {
		try {
			return Path.of(text);
		}
		catch (InvalidPathException ex) {
			throw new IllegalArgumentException(property + " is no path: " + ex.getReason(), ex);
		}
	}

	public Duration getWaitTimeout() {
		return this.waitTimeout;
	}

	public void setWaitTimeout(Duration waitTimeout) {
		Assert.isTrue(!waitTimeout.isNegative(), "pimlock.wait-timeout must not be negative");
		this.waitTimeout = waitTimeout;
	}

	public Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(Duration pollInterval) {
		Assert.isTrue(!pollInterval.isNegative() && !pollInterval.isZero(), "pimlock.poll-interval must be positive");
		this.pollInterval = pollInterval;
	}

	public Duration getMalformedGrace() {
		return this.malformedGrace;
	}

	public void setMalformedGrace(Duration malformedGrace) {
		Assert.isTrue(!malformedGrace.isNegative(), "pimlock.malformed-grace must not be negative");
		this.malformedGrace = malformedGrace;
	}

	public String getFilePermissions() {
		return this.filePermissions;
	}

	public void setFilePermissions(String filePermissions) {
		Set<PosixFilePermission> permissions = toPermissions(filePermissions);
		Assert.isTrue(
				permissions.contains(PosixFilePermission.OWNER_READ)
						&& permissions.contains(PosixFilePermission.OWNER_WRITE),
				"pimlock.file-permissions must let the owner read and write, as in rw-------");
		this.filePermissions = filePermissions;
	}

	Set<PosixFilePermission> permissions() {
		String text = this.filePermissions;
		Parsed<Set<PosixFilePermission>> parsed = this.parsedPermissions;
		if (parsed == null || !text.equals(parsed.text())) {
			parsed = new Parsed<>(text, toPermissions(text));
			this.parsedPermissions = parsed;
		}
		return parsed.value();
	}

	private static Set<PosixFilePermission> toPermissions(String text) {
		try {
			return Set.copyOf(PosixFilePermissions.fromString(text));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException(
					"pimlock.file-permissions must be permissions such as rw-rw----, but is '" + text + "'", ex);
		}
	}

	public int getHandOverLimit() {
		return this.handOverLimit;
	}

	public void setHandOverLimit(int handOverLimit) {
		Assert.isTrue(handOverLimit >= 0, "pimlock.hand-over-limit must not be negative");
		this.handOverLimit = handOverLimit;
	}

	public List<String> getOwnedStores() {
		return this.ownedStores;
	}

	/**
	 * Sets the stores. They are texts for the same reason as the root.
	 * @param ownedStores the directories
	 */
	public void setOwnedStores(List<String> ownedStores) {
		for (String store : ownedStores) {
			Assert.isTrue(!store.isBlank(), "pimlock.owned-stores must not have blank paths");
			toPath("pimlock.owned-stores", store);
		}
		this.ownedStores = List.copyOf(ownedStores);
	}

	List<Path> ownedStorePaths() {
		return this.ownedStores.stream().map((store) -> toPath("pimlock.owned-stores", store)).toList();
	}

	public Aspect getAspect() {
		return this.aspect;
	}

	/**
	 * Settings of the aspect that puts annotated methods under their lock.
	 */
	public static class Aspect {

		/**
		 * Whether annotated methods are put under their lock. When it is off, they run
		 * without one.
		 */
		private boolean enabled = true;

		/**
		 * Place of the lock among the other aspects of a method; smaller values are
		 * further outside. By default, it is outside of transactions and caches.
		 */
		private int order = LockAdvisor.DEFAULT_ORDER;

		public boolean isEnabled() {
			return this.enabled;
		}

		public void setEnabled(boolean enabled) {
			this.enabled = enabled;
		}

		public int getOrder() {
			return this.order;
		}

		public void setOrder(int order) {
			this.order = order;
		}

	}

	/**
	 * What a text means, so that it is not asked for every lock.
	 *
	 * @param text the text
	 * @param value what it means
	 */
	private record Parsed<T>(String text, T value) {
	}

}
