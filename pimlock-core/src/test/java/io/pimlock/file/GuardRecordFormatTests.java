package io.pimlock.file;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

import io.pimlock.process.ProcessIdentity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class GuardRecordFormatTests {

	private final GuardRecord record = new GuardRecord(GuardRecord.State.READY, false, ProcessIdentity.current(),
			"orders", 1796097093125064L, "(dev=fe00,ino=7)");

	@ParameterizedTest
	@EnumSource(GuardRecord.State.class)
	void readsWhatItWrites(GuardRecord.State state) {
		GuardRecord written = this.record.withState(state);
		assertThat(GuardRecordFormat.parse(GuardRecordFormat.format(written))).isEqualTo(written);
		GuardRecord creates = written.withCreates(true);
		assertThat(GuardRecordFormat.parse(GuardRecordFormat.format(creates))).isEqualTo(creates).isNotEqualTo(written);
	}

	@Test
	void recordsOfSeveralProcessesAreToldApart() {
		ProcessIdentity self = ProcessIdentity.current();
		ProcessIdentity other = new ProcessIdentity("other", self.pid(), self.startTicks(), self.bootId(),
				self.namespaces(), "h\u00f6st");
		List<GuardRecord> records = new ArrayList<>();
		for (ProcessIdentity process : List.of(self, other)) {
			for (String application : List.of("orders", "m\u00fcller", "")) {
				records.add(new GuardRecord(GuardRecord.State.READY, false, process, application, 7, "(ino=\u00fc)"));
			}
		}
		for (int round = 0; round < 3; round++) {
			for (GuardRecord record : records) {
				assertThat(GuardRecordFormat.parse(GuardRecordFormat.format(record))).isEqualTo(record);
				assertThat(GuardRecordFormat.parse(GuardRecordFormat.format(record.withTokenBound(8))))
					.isEqualTo(record.withTokenBound(8));
			}
		}
	}

	@Test
	void linesThatDoNotBelongThereAreNoticedWithAMatchingChecksum() {
		String written = new String(GuardRecordFormat.format(this.record), StandardCharsets.ISO_8859_1);
		for (String line : List.of("pid=", "application=", "tokens=")) {
			String more = written.substring(0, written.indexOf("crc32c=")).replace("\n" + line, "\nmore=1\n" + line);
			CRC32C checksum = new CRC32C();
			checksum.update(more.getBytes(StandardCharsets.ISO_8859_1));
			String whole = more + "crc32c=" + String.format("%08x", checksum.getValue()) + "\n";
			assertThat(GuardRecordFormat.parse(whole.getBytes(StandardCharsets.ISO_8859_1))).as(line).isNull();
		}
	}

	@Test
	void ignoresTheRestOfALongerPredecessor() {
		byte[] written = GuardRecordFormat.format(this.record);
		byte[] file = Arrays.copyOf(written, written.length + 100);
		Arrays.fill(file, written.length, file.length, (byte) 'x');
		assertThat(GuardRecordFormat.parse(file)).isEqualTo(this.record);
	}

	@Test
	void everyTornWriteIsNoticed() {
		byte[] before = GuardRecordFormat.format(this.record);
		byte[] after = GuardRecordFormat.format(this.record.withState(GuardRecord.State.PENDING).withTokenBound(9));
		for (int written = 0; written <= after.length; written++) {
			byte[] torn = Arrays.copyOf(after, Math.max(written, before.length));
			if (written < before.length) {
				System.arraycopy(before, written, torn, written, before.length - written);
			}
			GuardRecord parsed = GuardRecordFormat.parse(torn);
			if (parsed != null) {
				assertThat(parsed).isIn(this.record, GuardRecordFormat.parse(after));
			}
		}
		for (int length = 0; length < before.length; length++) {
			assertThat(GuardRecordFormat.parse(Arrays.copyOf(before, length))).isNull();
		}
	}

	@Test
	void everyFlippedBitIsNoticed() {
		byte[] written = GuardRecordFormat.format(this.record);
		for (int bit = 0; bit < written.length * 8; bit++) {
			byte[] flipped = written.clone();
			flipped[bit / 8] ^= (byte) (1 << (bit % 8));
			assertThat(GuardRecordFormat.parse(flipped)).as("bit %s", bit).isNull();
		}
	}

	@Test
	void arbitraryBytesAreNoRecord() {
		Random random = new Random(7);
		for (int i = 0; i < 10_000; i++) {
			byte[] bytes = new byte[random.nextInt(GuardRecordFormat.READ_LIMIT)];
			random.nextBytes(bytes);
			assertThat(GuardRecordFormat.parse(bytes)).isNull();
		}
		assertThat(GuardRecordFormat.parse(new byte[0])).isNull();
	}

	@Test
	void staysWithinTheReadLimitWhateverTheNames() {
		ProcessIdentity self = ProcessIdentity.current();
		ProcessIdentity odd = new ProcessIdentity(self.nonce(), self.pid(), self.startTicks(), self.bootId(),
				self.namespaces(), "h\u00f6st\n=".repeat(500));
		GuardRecord long1 = new GuardRecord(GuardRecord.State.READY, true, odd, "\uD83D\uDD12\n".repeat(500),
				Long.MAX_VALUE, "(dev=ffffffffffffffff,ino=18446744073709551615)");
		byte[] written = GuardRecordFormat.format(long1);
		assertThat(written.length).isLessThan(GuardRecordFormat.READ_LIMIT);
		GuardRecord parsed = GuardRecordFormat.parse(written);
		assertThat(parsed).isNotNull();
		assertThat(parsed.application()).isEqualTo("\uD83D\uDD12".repeat(64));
		assertThat(parsed.process().host()).doesNotContain("\n").startsWith("h\u00f6st=");
		assertThat(new String(written, StandardCharsets.UTF_8).lines()).hasSize(13);
	}

}
