package io.pimlock.torture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import io.pimlock.torture.WorkerKind.Family;

/**
 * Who is inside one bucket, as the journal tells. Knows no more than those.
 */
final class BucketReplay {

	private final String bucket;

	private final Map<String, Family> inside = new LinkedHashMap<>();

	private final Map<Family, JournalLine> lastExits = new EnumMap<>(Family.class);

	private long lastToken = -1;

	BucketReplay(String bucket) {
		this.bucket = bucket;
	}

	/**
	 * Somebody comes in.
	 * @return those that must not be inside then
	 */
	List<Overlap> enter(JournalLine line) {
		Family family = line.kind().family();
		List<Overlap> overlaps = new ArrayList<>();
		this.inside.forEach((other, otherFamily) -> {
			if (family.excludes(otherFamily)) {
				overlaps.add(new Overlap(this.bucket, other, line.actor(), "order of the journal"));
			}
		});
		this.lastExits.forEach((otherFamily, exit) -> {
			// had the lock before the other one was about to give it back, whatever the
			// order in which the two lines were written
			if (family.excludes(otherFamily) && line.nanos() > 0 && line.nanos() < exit.nanos()) {
				overlaps.add(new Overlap(this.bucket, exit.actor(), line.actor(), "clock"));
			}
		});
		this.inside.put(line.actor(), family);
		return overlaps;
	}

	/**
	 * Whether the token of an entry is above all before it.
	 */
	boolean acceptsToken(JournalLine line) {
		boolean rising = line.number() > this.lastToken;
		this.lastToken = Math.max(this.lastToken, line.number());
		return rising;
	}

	/**
	 * Somebody leaves.
	 * @return false if that one was not inside
	 */
	boolean exit(JournalLine line) {
		this.lastExits.put(line.kind().family(), line);
		return this.inside.remove(line.actor()) != null;
	}

	/**
	 * Somebody is no more.
	 * @return whether one of them was inside
	 */
	boolean remove(Predicate<String> actors) {
		return this.inside.keySet().removeIf(actors);
	}

	Set<String> inside() {
		return this.inside.keySet();
	}

	boolean isInside(Predicate<String> actors) {
		return this.inside.keySet().stream().anyMatch(actors);
	}

}
