package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PidFileTests {

	@Test
	void writesPidAndNewline() {
		assertThat(PidFile.content(4711)).asString(StandardCharsets.US_ASCII).isEqualTo("4711\n");
	}

	@ParameterizedTest
	@CsvSource(textBlock = """
			'1', 1
			'4711
			', 4711
			' 12 ', 12
			'+5', 5
			'007', 7
			'1_000', 1000
			'2147483647', 2147483647
			'\u0661\u0662', 12
			'\u00a03\u2003', 3
			""")
	void readsWhatPythonReads(String content, int pid) {
		assertThat(PidFile.parse(content.getBytes(StandardCharsets.UTF_8))).hasValue(pid);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "x", "1x", "0", "-0", "-1", "+", "-", "_1", "1_", "1__0", "1 2", "1.0", "0x10",
			"2147483648", "4294967297", "99999999999999999999999999999999", "\u00b2", "Ⅷ" })
	void everythingElseIsMalformed(String content) {
		assertThat(PidFile.parse(content.getBytes(StandardCharsets.UTF_8))).isEmpty();
	}

	@Test
	void arbitraryBytesNeverThrow() {
		Random random = new Random(7);
		for (int i = 0; i < 100_000; i++) {
			byte[] bytes = new byte[random.nextInt(20)];
			random.nextBytes(bytes);
			PidFile.parse(bytes);
		}
		assertThat(PidFile.parse(new byte[] { '1', (byte) 0xff })).isEmpty();
		assertThat(PidFile.parse("1 ".repeat(128).getBytes(StandardCharsets.UTF_8))).isEmpty();
	}

}
