package io.pimlock.aop;

import java.time.Duration;
import java.util.List;

import io.pimlock.aop.TemplatePart.Computed;
import io.pimlock.aop.TemplatePart.Literal;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;
import org.springframework.format.datetime.standard.DurationFormatterUtils;

/**
 * The template of a wait timeout, parsed once.
 */
final class WaitTimeoutTemplate {

	private final TemplateOrigin origin;

	private final List<TemplatePart> parts;

	private final boolean computed;

	private final @Nullable Duration fixed;

	/**
	 * Creates a template.
	 * @param origin where it stands
	 * @param parts its parts
	 * @throws IllegalStateException if it is no duration whatever the call
	 */
	WaitTimeoutTemplate(TemplateOrigin origin, List<TemplatePart> parts) {
		this.origin = origin;
		this.parts = List.copyOf(parts);
		this.computed = parts.stream().anyMatch(Computed.class::isInstance);
		String text = literalText();
		this.fixed = (this.computed || text.isBlank()) ? null : parse(text);
	}

	private String literalText() {
		StringBuilder text = new StringBuilder();
		for (TemplatePart part : this.parts) {
			if (part instanceof Literal literal) {
				text.append(literal.text());
			}
		}
		return text.toString();
	}

	/**
	 * The wait timeout for a call.
	 * @param context the call
	 * @return the timeout, null if the annotation leaves it to the settings
	 * @throws IllegalStateException if an expression has no duration for this call
	 */
	@Nullable Duration evaluate(EvaluationContext context) {
		if (!this.computed) {
			return this.fixed;
		}
		StringBuilder text = new StringBuilder();
		for (TemplatePart part : this.parts) {
			if (part instanceof Literal literal) {
				text.append(literal.text());
			}
			else if (part instanceof Computed computed) {
				Object value = valueOf(computed.expression(), context);
				if (value instanceof Duration duration && this.parts.size() == 1) {
					return requireNotNegative(duration);
				}
				text.append(value);
			}
		}
		return parse(text.toString());
	}

	private Object valueOf(TemplateExpression expression, EvaluationContext context) {
		Object value;
		try {
			value = expression.evaluate(context);
		}
		catch (RuntimeException ex) {
			throw this.origin.invalid("the expression '" + expression.text() + "' cannot be evaluated", ex);
		}
		if (value == null) {
			throw this.origin.invalid("the expression '" + expression.text() + "' is null", null);
		}
		return value;
	}

	private Duration parse(String text) {
		try {
			return requireNotNegative(DurationFormatterUtils.detectAndParse(text.strip()));
		}
		catch (IllegalArgumentException ex) {
			throw this.origin.invalid("'" + text + "' is no duration such as 500ms, 10s or PT1M", ex);
		}
	}

	private Duration requireNotNegative(Duration duration) {
		if (duration.isNegative()) {
			throw this.origin.invalid("the duration " + duration + " is negative", null);
		}
		return duration;
	}

}
