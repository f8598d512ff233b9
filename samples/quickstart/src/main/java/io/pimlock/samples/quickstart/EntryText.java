package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Reads the text of a new entry from a request.
 */
final class EntryText {

	private static final int MAX_BYTES = 4000;

	private static final Pattern LINE_BREAK = Pattern.compile("\\R");

	private EntryText() {
	}

	static String read(InputStream body) throws IOException {
		byte[] bytes = body.readNBytes(MAX_BYTES + 1);
		if (bytes.length > MAX_BYTES) {
			throw LedgerRequestException.invalidText("The text is longer than " + MAX_BYTES + " bytes");
		}
		String text = new String(bytes, StandardCharsets.UTF_8);
		if (text.isBlank()) {
			throw LedgerRequestException.invalidText("The request has no text: send it as the body");
		}
		if (LINE_BREAK.matcher(text).find()) {
			// It would forge further entries.
			throw LedgerRequestException.invalidText("The text has a line break: an entry is one line");
		}
		return text;
	}

}
