package io.pimlock.aop;

import java.io.File;
import java.nio.file.Path;
import java.util.regex.Pattern;

import io.pimlock.BucketValidationException;
import io.pimlock.BucketValidationException.Reason;
import io.pimlock.LockKind;
import org.jspecify.annotations.Nullable;

/**
 * Where a template stands, which is what every message about it has to say.
 *
 * @param kind the lock system
 * @param annotation the annotation as the code has it, such as {@code @BucketLocked}
 * @param method the method, such as {@code LedgerService.append}
 * @param attribute the annotation's attribute
 * @param text the template
 */
record TemplateOrigin(LockKind kind, String annotation, String method, String attribute, String text) {

	private static final Pattern ABSOLUTE = Pattern.compile("([/\\\\]|[A-Za-z]:).*", Pattern.DOTALL);

	String describe() {
		return this.annotation + "(" + this.attribute + " = \"" + displayText() + "\") on " + this.method;
	}

	/**
	 * Messages carry no absolute path, so of a template that starts with one, only what
	 * follows the last separator before the first variable part is shown.
	 */
	private String displayText() {
		if (!ABSOLUTE.matcher(this.text).matches()) {
			return this.text;
		}
		int literalEnd = firstVariablePart();
		int separator = Math.max(this.text.lastIndexOf('/', literalEnd), this.text.lastIndexOf('\\', literalEnd));
		return "..." + File.separator + this.text.substring(separator + 1);
	}

	private int firstVariablePart() {
		int end = this.text.length();
		for (String prefix : new String[] { "#{", "${" }) {
			int index = this.text.indexOf(prefix);
			end = (index >= 0) ? Math.min(end, index) : end;
		}
		return end - 1;
	}

	IllegalStateException invalid(String problem, @Nullable Throwable cause) {
		return new IllegalStateException(describe() + ": " + problem, cause);
	}

	BucketValidationException refused(String problem, @Nullable Throwable cause) {
		return refused(Reason.PATH_INVALID, displayText(), null, problem, cause);
	}

	BucketValidationException refused(Reason reason, String bucketId, @Nullable Path bucket, String problem,
			@Nullable Throwable cause) {
		return new BucketValidationException(this.kind, reason, bucketId, bucket, describe() + ": " + problem, cause);
	}

}
