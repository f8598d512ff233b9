package io.pimlock.samples.quickstart;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/**
 * A request that cannot be served as it is, answered with problem details.
 */
final class LedgerRequestException extends ErrorResponseException {

	private static final long serialVersionUID = 1L;

	private LedgerRequestException(HttpStatus status, String title, String detail) {
		super(status, problem(status, title, detail), null);
	}

	static LedgerRequestException invalidBucketName(String bucket) {
		return new LedgerRequestException(HttpStatus.BAD_REQUEST, "Invalid bucket name", "'" + bucket
				+ "' cannot name a bucket: use up to 64 letters, digits, dots, dashes and underscores, a letter or digit first");
	}

	static LedgerRequestException unknownBucket(String bucket) {
		return new LedgerRequestException(HttpStatus.NOT_FOUND, "Unknown bucket",
				"There is no bucket '" + bucket + "'");
	}

	static LedgerRequestException invalidText(String detail) {
		return new LedgerRequestException(HttpStatus.BAD_REQUEST, "Invalid text", detail);
	}

	static LedgerRequestException invalidHold(String detail) {
		return new LedgerRequestException(HttpStatus.BAD_REQUEST, "Invalid hold", detail);
	}

	private static ProblemDetail problem(HttpStatus status, String title, String detail) {
		ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail);
		problem.setTitle(title);
		return problem;
	}

}
