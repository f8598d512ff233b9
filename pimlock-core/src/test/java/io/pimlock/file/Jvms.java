package io.pimlock.file;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts JVMs with main classes of tests. They start in half the time of others, because
 * only what the engine itself needs is on their class path.
 */
final class Jvms {

	private Jvms() {
	}

	/**
	 * Starts a JVM.
	 * @param main what it runs
	 * @param arguments options of the JVM, then the program's own arguments
	 */
	static PeerProcess start(Class<?> main, String... arguments) throws Exception {
		return startUnder(List.of(), main, arguments);
	}

	/** A {@link LockPeer} that is ready for commands. */
	static PeerProcess lockPeer() throws Exception {
		return lockPeerUnder();
	}

	static PeerProcess lockPeerUnder(String... launcher) throws Exception {
		PeerProcess peer = startUnder(List.of(launcher), LockPeer.class);
		String answer = peer.answer();
		if (!answer.equals("ready")) {
			throw new IllegalStateException("peer did not start: " + answer);
		}
		return peer;
	}

	/** A JVM that another program starts or becomes. */
	static PeerProcess startUnder(List<String> launcher, Class<?> main, String... arguments) throws Exception {
		List<String> command = new ArrayList<>(launcher);
		command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto",
				"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m", "--enable-native-access=ALL-UNNAMED",
				"-Dslf4j.internal.verbosity=ERROR"));
		List<String> rest = new ArrayList<>(List.of(arguments));
		while (!rest.isEmpty() && rest.get(0).startsWith("-")) {
			command.add(rest.remove(0));
		}
		command.addAll(List.of("-cp", classPath(), main.getName()));
		command.addAll(rest);
		return PeerProcess.program(command.toArray(String[]::new));
	}

	private static String classPath() {
		return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> entry.endsWith("classes") || entry.contains("jna") || entry.contains("slf4j-api")
					|| entry.contains("jspecify"))
			.collect(Collectors.joining(File.pathSeparator));
	}

}
