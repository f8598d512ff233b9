package io.pimlock.torture;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.pimlock.torture.JournalLine.Event;

/**
 * Compares how many descriptors workers have when they are done with how many they had
 * before their first lock.
 */
final class Descriptors {

	/** A runtime opens a file or two late, but not one per lock. */
	private static final int SLACK = 3;

	private final Map<String, Long> atFirst = new HashMap<>();

	void accept(JournalLine line) {
		if (line.event() == Event.READY) {
			this.atFirst.put(line.worker(), line.number());
		}
	}

	/** To be called when the worker is done and has not ended yet. */
	void check(Worker worker, Ground ground, Tally tally) throws IOException {
		check(worker.name(), RunningProcess.descriptors(worker.pid()), ground, tally);
	}

	void check(String worker, List<String> now, Ground ground, Tally tally) {
		for (String target : now) {
			if (target.startsWith(ground.buckets().toString())) {
				tally.problem(Problem.LEFT_OVER, worker + " holds nothing, but has a bucket's file open");
			}
		}
		long before = this.atFirst.getOrDefault(worker, -1L);
		if (before >= 0 && now.size() > before + SLACK) {
			tally.problem(Problem.LEFT_OVER, worker + " had " + before + " descriptors and has " + now.size());
		}
	}

}
