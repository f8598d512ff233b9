package io.pimlock.benchmarks.process;

/**
 * Runs what is measured between several processes.
 */
final class ProcessBenchmarks {

	private ProcessBenchmarks() {
	}

	/**
	 * Runs it.
	 * @param args filesystem and directory of the disk ({@code ext4=/data}), the same of
	 * the memory, where the C programs are, where the results go, {@code full} or
	 * {@code quick}, the parts
	 */
	public static void main(String[] args) throws Exception {
		Arena arena = Arena.parse(args);
		for (int i = 5; i < args.length; i++) {
			switch (args[i]) {
				case "handover" -> new HandOver(arena).run();
				case "death" -> new Death(arena).run();
				case "idle" -> new Idle(arena).run();
				case "fairness" -> new Fairness(arena).run();
				default -> throw new IllegalArgumentException("Unknown part: " + args[i]);
			}
		}
		// what databases and locks have left running
		System.exit(0);
	}

}
