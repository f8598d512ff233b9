package io.pimlock.samples.quickstart;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The ledgers over HTTP.
 */
@RestController
@RequestMapping("/buckets/{bucket}")
class LedgerController {

	private static final int LONGEST_HOLD_SECONDS = 300;

	private final Buckets buckets;

	private final Ledger ledger;

	LedgerController(Buckets buckets, Ledger ledger) {
		this.buckets = buckets;
		this.ledger = ledger;
	}

	// The raw stream: what curl sends by default claims to be a form and would be parsed.
	@PostMapping("/entries")
	AppendedEntry append(@PathVariable String bucket, InputStream body) throws IOException {
		String text = EntryText.read(body);
		this.buckets.create(bucket);
		return this.ledger.append(bucket, text);
	}

	@GetMapping("/entries")
	List<LedgerEntry> entries(@PathVariable String bucket) {
		return this.ledger.entries(bucket);
	}

	@PostMapping("/hold")
	Hold hold(@PathVariable String bucket, @RequestParam(defaultValue = "5") int seconds) {
		if (seconds < 0 || seconds > LONGEST_HOLD_SECONDS) {
			throw LedgerRequestException
				.invalidHold("A bucket can be held for 0 to " + LONGEST_HOLD_SECONDS + " seconds, not for " + seconds);
		}
		this.buckets.create(bucket);
		return this.ledger.hold(bucket, Duration.ofSeconds(seconds));
	}

}
