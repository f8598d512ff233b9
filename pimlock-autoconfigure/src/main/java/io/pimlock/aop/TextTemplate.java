package io.pimlock.aop;

import java.util.List;

import io.pimlock.BucketValidationException;
import io.pimlock.aop.TemplatePart.Computed;
import io.pimlock.aop.TemplatePart.Literal;
import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;

/**
 * The template of a text that is no path, parsed once.
 */
final class TextTemplate {

	private final TemplateOrigin origin;

	private final List<TemplatePart> parts;

	/**
	 * Creates a template.
	 * @param origin where it stands
	 * @param parts its parts
	 * @throws BucketValidationException if it is blank whatever the call
	 */
	TextTemplate(TemplateOrigin origin, List<TemplatePart> parts) {
		this.origin = origin;
		this.parts = List.copyOf(parts);
		if (this.parts.stream().allMatch((part) -> part instanceof Literal literal && literal.text().isBlank())) {
			throw origin.refused("it is blank", null);
		}
	}

	/**
	 * The text for a call.
	 * @param context the call
	 * @return the text, not blank
	 * @throws BucketValidationException if there is none for this call
	 */
	String evaluate(EvaluationContext context) {
		StringBuilder text = new StringBuilder();
		for (TemplatePart part : this.parts) {
			if (part instanceof Literal literal) {
				text.append(literal.text());
			}
			else if (part instanceof Computed computed) {
				text.append(valueOf(computed.expression(), context));
			}
		}
		return text.toString();
	}

	private String valueOf(TemplateExpression expression, EvaluationContext context) {
		Object value;
		try {
			value = expression.evaluate(context);
		}
		catch (RuntimeException ex) {
			throw refused(expression, "not to be evaluated: " + ex.getClass().getSimpleName(), ex);
		}
		try {
			return ComputedValue.text(value);
		}
		catch (IllegalArgumentException ex) {
			throw refused(expression, ex.getMessage(), null);
		}
	}

	private BucketValidationException refused(TemplateExpression expression, @Nullable String value,
			@Nullable Throwable cause) {
		return this.origin.refused("the expression '" + expression.text() + "' is " + value, cause);
	}

}
