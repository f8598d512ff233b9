package io.pimlock.aop;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.pimlock.BucketValidationException;
import io.pimlock.aop.TemplatePart.Computed;
import io.pimlock.aop.TemplatePart.Literal;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;

/**
 * The template of a bucket's path, parsed once.
 */
final class PathTemplate {

	private final TemplateOrigin origin;

	private final List<TemplatePart> parts;

	/** The path of a template that computes nothing. */
	private final @Nullable Path fixed;

	/**
	 * Creates a template.
	 * @param origin where it stands
	 * @param parts its parts
	 * @throws BucketValidationException if it is no path whatever the call
	 */
	PathTemplate(TemplateOrigin origin, List<TemplatePart> parts) {
		this.origin = origin;
		this.parts = List.copyOf(parts);
		StringBuilder example = new StringBuilder();
		for (TemplatePart part : this.parts) {
			example.append((part instanceof Literal literal) ? literal.text() : "x");
		}
		Path path = toPath(origin, example.toString());
		this.fixed = this.parts.stream().allMatch(Literal.class::isInstance) ? path : null;
	}

	TemplateOrigin origin() {
		return this.origin;
	}

	/**
	 * The path for a call, not yet resolved.
	 * @param context the call
	 * @return the path, absolute or relative
	 * @throws BucketValidationException if there is none for this call
	 */
	Path evaluate(EvaluationContext context) {
		return (this.fixed != null) ? this.fixed : compute(context);
	}

	private Path compute(EvaluationContext context) {
		Path leading = null;
		StringBuilder text = new StringBuilder();
		List<Segment> segments = new ArrayList<>();
		for (TemplatePart part : this.parts) {
			if (part instanceof Literal literal) {
				text.append(literal.text());
			}
			else if (part instanceof Computed computed) {
				Object value = valueOf(computed.expression(), context);
				if (leading == null && text.isEmpty() && value instanceof Path path) {
					leading = leading(computed.expression(), path);
				}
				else {
					append(computed.expression(), value, text, segments);
				}
			}
		}
		for (Segment segment : segments) {
			String problem = SegmentRules.problemWithSegments(text.toString(), segment.start(), segment.end());
			if (problem != null) {
				throw refused(segment.expression(), "part of " + problem, null);
			}
		}
		return (leading != null) ? below(leading, text.toString()) : toPath(this.origin, text.toString());
	}

	/**
	 * Not by way of its text, which may lack what the locale does not know of its name.
	 */
	private Path leading(TemplateExpression expression, Path path) {
		try {
			Path leading = ComputedValue.leading(path);
			requireSeparatorAfterPath();
			return leading;
		}
		catch (IllegalArgumentException ex) {
			throw refused(expression, ex.getMessage(), null);
		}
	}

	private Path below(Path leading, String rest) {
		int start = 0;
		while (start < rest.length() && SegmentRules.isSeparator(rest.charAt(start))) {
			start++;
		}
		return (start < rest.length()) ? leading.resolve(toPath(this.origin, rest.substring(start))) : leading;
	}

	private void append(TemplateExpression expression, @Nullable Object value, StringBuilder text,
			List<Segment> segments) {
		try {
			String inner = ComputedValue.inner(value);
			segments.add(new Segment(expression, text.length(), text.length() + inner.length()));
			text.append(inner);
		}
		catch (IllegalArgumentException ex) {
			throw refused(expression, ex.getMessage(), null);
		}
	}

	private void requireSeparatorAfterPath() {
		if (this.parts.size() > 1 && !(this.parts.get(1) instanceof Literal literal
				&& SegmentRules.isSeparator(literal.text().charAt(0)))) {
			throw new IllegalArgumentException("a path, so that what follows it has to start with a separator");
		}
	}

	private @Nullable Object valueOf(TemplateExpression expression, EvaluationContext context) {
		try {
			return expression.evaluate(context);
		}
		catch (RuntimeException ex) {
			throw refused(expression, "not to be evaluated: " + ex.getClass().getSimpleName(), ex);
		}
	}

	private BucketValidationException refused(TemplateExpression expression, @Nullable String value,
			@Nullable Throwable cause) {
		return this.origin.refused("the expression '" + expression.text() + "' is " + value, cause);
	}

	private static Path toPath(TemplateOrigin origin, String text) {
		if (text.isBlank()) {
			throw origin.refused("the path is blank", null);
		}
		try {
			return Path.of(text);
		}
		catch (InvalidPathException ex) {
			// The exception itself would carry the whole path into the logs.
			throw origin.refused("the path is malformed: " + ex.getReason(), null);
		}
	}

	/**
	 * Where in the path a computed text went.
	 */
	private record Segment(TemplateExpression expression, int start, int end) {
	}

}
