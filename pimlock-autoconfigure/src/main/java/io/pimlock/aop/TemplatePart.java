package io.pimlock.aop;

/**
 * A part of a template.
 */
sealed interface TemplatePart {

	/**
	 * Text from the code, or from a property that the code names.
	 *
	 * @param text the text, not empty
	 */
	record Literal(String text) implements TemplatePart {
	}

	/**
	 * Text that is computed for each call.
	 *
	 * @param expression what computes it
	 */
	record Computed(TemplateExpression expression) implements TemplatePart {
	}

}
