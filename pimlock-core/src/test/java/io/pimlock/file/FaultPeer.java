package io.pimlock.file;

import java.nio.file.Path;

import io.pimlock.Pimlock;

/**
 * The main class of a JVM that dies at one step of a scenario: the k-th, or at the end if
 * there are fewer; the exit value tells which.
 */
final class FaultPeer {

	static final int DIED = 3;

	static final int CAME_THROUGH = 4;

	private FaultPeer() {
	}

	public static void main(String[] args) throws Exception {
		FaultScenario scenario = FaultScenario.valueOf(args[0]);
		Path bucket = Path.of(args[1]);
		FaultyLockFiles files = new FaultyLockFiles();
		Pimlock pimlock = new FilePimlock(PimlockOptions::defaults, files);
		files.arm(Integer.parseInt(args[2]), Boolean.parseBoolean(args[3]),
				(step, file) -> Runtime.getRuntime().halt(DIED));
		scenario.run(pimlock.buckets(), bucket);
		Runtime.getRuntime().halt(CAME_THROUGH);
	}

}
