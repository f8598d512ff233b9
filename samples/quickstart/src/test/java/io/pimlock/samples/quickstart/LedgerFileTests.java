package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class LedgerFileTests {

	@TempDir
	private Path bucket;

	private Path file;

	private LedgerFile ledger;

	@BeforeEach
	void createLedger() {
		this.file = this.bucket.resolve("ledger.txt");
		this.ledger = new LedgerFile(this.bucket);
	}

	@Test
	void isEmptyWithoutFile() throws IOException {
		assertThat(this.ledger.entries()).isEmpty();
		assertThat(this.file).doesNotExist();
	}

	@Test
	void numbersEntriesFromOne() throws IOException {
		assertThat(this.ledger.append(4711, "first")).isEqualTo(new LedgerEntry(1, 4711, "first"));
		assertThat(this.ledger.append(4712, "second")).isEqualTo(new LedgerEntry(2, 4712, "second"));
		assertThat(this.file).hasContent("1 4711 first\n2 4712 second\n");
	}

	@Test
	void continuesAfterTheLastNumber() throws IOException {
		Files.writeString(this.file, "41 1 an entry\n");
		assertThat(this.ledger.append(4711, "next").number()).isEqualTo(42);
	}

	@Test
	void keepsSpacesAndOtherAlphabets() throws IOException {
		String text = "  a  b \u00e4\u00f6\u00fc \u4f60\u597d ";
		this.ledger.append(4711, text);
		assertThat(this.ledger.entries()).containsExactly(new LedgerEntry(1, 4711, text));
	}

	@Test
	void doesNotListTornLastLine() throws IOException {
		Files.writeString(this.file, "1 4711 first\n2 4711 sec");
		assertThat(this.ledger.entries()).containsExactly(new LedgerEntry(1, 4711, "first"));
	}

	@Test
	void replacesTornLastLine() throws IOException {
		Files.writeString(this.file, "1 4711 first\n2 4711 a long text that was not finis");
		assertThat(this.ledger.append(4712, "second").number()).isEqualTo(2);
		assertThat(this.file).hasContent("1 4711 first\n2 4712 second\n");
	}

	@Test
	void replacesTornFirstLine() throws IOException {
		Files.writeString(this.file, "1");
		assertThat(this.ledger.append(4712, "first").number()).isEqualTo(1);
		assertThat(this.file).hasContent("1 4712 first\n");
	}

	@Test
	void replacesLineThatWasCutInTheMiddleOfACharacter() throws IOException {
		Files.write(this.file, new byte[] { '1', ' ', '1', ' ', 'x', '\n', '2', ' ', '1', ' ', (byte) 0xc3 });
		assertThat(this.ledger.append(4712, "second").number()).isEqualTo(2);
		assertThat(this.file).hasContent("1 1 x\n2 4712 second\n");
	}

	@Test
	void refusesToNumberAfterALineThatIsNoEntry() throws IOException {
		Files.writeString(this.file, "1 4711 first\nedited by hand\n");
		assertThatIOException().isThrownBy(() -> this.ledger.append(4711, "next")).withMessageContaining("edited");
		assertThat(this.file).hasContent("1 4711 first\nedited by hand\n");
	}

}
