package io.pimlock.kernel;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Turns a path into the bytes that the kernel knows it by, NUL-terminated.
 */
final class NativePath {

	private NativePath() {
	}

	static byte[] encode(Path path) {
		String text = path.toString();
		byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
		// a character that is not ASCII takes more bytes than one, or becomes a '?'
		boolean ascii = bytes.length == text.length() && !contains(bytes, '?');
		return ascii ? Arrays.copyOf(bytes, bytes.length + 1) : encodeThroughUri(path);
	}

	private static boolean contains(byte[] bytes, char ascii) {
		for (byte one : bytes) {
			if (one == ascii) {
				return true;
			}
		}
		return false;
	}

	/**
	 * A path holds bytes that its text may not show (a name in another encoding than the
	 * locale's); the URI has each of them, percent-encoded. Where the path leads to a
	 * directory, the URI ends with a slash, which would make the kernel follow a link.
	 */
	private static byte[] encodeThroughUri(Path path) {
		String raw = path.toUri().getRawPath();
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length() + 1);
		byte[] ascii = raw.getBytes(StandardCharsets.US_ASCII);
		int end = (raw.length() > 1 && raw.endsWith("/")) ? raw.length() - 1 : raw.length();
		for (int i = 0; i < end; i++) {
			if (ascii[i] == '%') {
				bytes.write(Integer.parseInt(raw.substring(i + 1, i + 3), 16));
				i += 2;
			}
			else {
				bytes.write(ascii[i]);
			}
		}
		bytes.write(0);
		return bytes.toByteArray();
	}

}
