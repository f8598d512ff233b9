package io.pimlock.samples.quickstart;

import java.io.UncheckedIOException;

import io.pimlock.BucketBusyException;
import io.pimlock.BucketLockIoException;
import io.pimlock.BucketLockLostException;
import io.pimlock.BucketValidationException;
import io.pimlock.PimlockException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Answers what goes wrong with a lock with problem details. The messages of Pimlock's
 * exceptions contain no path, so that they can be shown to a client as they are.
 */
@RestControllerAdvice
class LedgerProblems {

	private static final Logger logger = LoggerFactory.getLogger(LedgerProblems.class);

	@ExceptionHandler
	ResponseEntity<ProblemDetail> busy(BucketBusyException ex) {
		ProblemDetail problem = problem(HttpStatus.CONFLICT, "Bucket busy", ex.getMessage());
		problem.setProperty("bucket", ex.bucketId());
		if (ex.holdingPid() > 0) {
			problem.setProperty("holdingPid", ex.holdingPid());
		}
		problem.setProperty("waitedMillis", ex.waited().toMillis());
		return ResponseEntity.status(HttpStatus.CONFLICT).header(HttpHeaders.RETRY_AFTER, "1").body(problem);
	}

	@ExceptionHandler
	ProblemDetail unusable(BucketValidationException ex) {
		HttpStatus status = switch (ex.reason()) {
			case BUCKET_DIR_MISSING, BUCKET_DIR_DISAPPEARED -> HttpStatus.NOT_FOUND;
			case BUCKET_DIR_NOT_DIRECTORY, PATH_OUTSIDE_ROOT, PATH_INVALID, RUN_ID_INVALID -> HttpStatus.BAD_REQUEST;
			case LOCKFILE_NOT_REGULAR, LOCKFILE_RELEASE_BLOCKED -> HttpStatus.INTERNAL_SERVER_ERROR;
		};
		ProblemDetail problem = problem(status, "Bucket unusable", ex.getMessage());
		problem.setProperty("bucket", ex.bucketId());
		problem.setProperty("reason", ex.reason());
		return problem;
	}

	@ExceptionHandler
	ProblemDetail refusedBySystem(BucketLockIoException ex) {
		logger.warn("A lock was refused by the operating system", ex);
		ProblemDetail problem = problem(HttpStatus.SERVICE_UNAVAILABLE, "Bucket unavailable", ex.getMessage());
		problem.setProperty("bucket", ex.bucketId());
		problem.setProperty("kind", ex.kind());
		return problem;
	}

	@ExceptionHandler
	ProblemDetail lost(BucketLockLostException ex) {
		logger.error("A lock was lost", ex);
		ProblemDetail problem = problem(HttpStatus.INTERNAL_SERVER_ERROR, "Lock lost", ex.getMessage());
		problem.setProperty("bucket", ex.bucketId());
		return problem;
	}

	/**
	 * Anything else, such as a request that is still waiting when the application stops.
	 */
	@ExceptionHandler
	ProblemDetail notLocked(PimlockException ex) {
		return problem(HttpStatus.SERVICE_UNAVAILABLE, "Locking unavailable", ex.getMessage());
	}

	@ExceptionHandler
	ProblemDetail ledgerTrouble(UncheckedIOException ex) {
		logger.error("A ledger could not be read or written", ex);
		return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Ledger unavailable",
				"The ledger could not be read or written; the log says why");
	}

	private static ProblemDetail problem(HttpStatus status, String title, @Nullable String detail) {
		ProblemDetail problem = ProblemDetail.forStatus(status);
		problem.setTitle(title);
		problem.setDetail(detail);
		return problem;
	}

}
