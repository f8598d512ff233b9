package io.pimlock.aop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.util.StringValueResolver;

/**
 * Takes a template apart: literal text, <code>${property}</code> placeholders, which turn
 * into literal text at once, and <code>#{expression}</code> parts. What a property
 * contains is never parsed again.
 */
final class TemplateParser {

	private static final String PLACEHOLDER = "${";

	private static final String EXPRESSION = "#{";

	private final StringValueResolver placeholders;

	private final Function<String, TemplateExpression> expressions;

	TemplateParser(StringValueResolver placeholders, Function<String, TemplateExpression> expressions) {
		this.placeholders = placeholders;
		this.expressions = expressions;
	}

	/**
	 * Parses a template.
	 * @param text the template
	 * @return its parts in order, no two literals in a row; none if the text is empty
	 * @throws IllegalArgumentException if it is malformed, which the message explains
	 */
	List<TemplatePart> parse(String text) {
		List<TemplatePart> parts = new ArrayList<>();
		StringBuilder literal = new StringBuilder();
		int position = 0;
		while (position < text.length()) {
			if (text.startsWith(PLACEHOLDER, position)) {
				int end = closingBrace(text, position, false);
				literal.append(resolve(text.substring(position, end + 1)));
				position = end + 1;
			}
			else if (text.startsWith(EXPRESSION, position)) {
				int end = closingBrace(text, position, true);
				addLiteral(parts, literal);
				parts.add(new TemplatePart.Computed(expression(text.substring(position + 2, end))));
				position = end + 1;
			}
			else {
				literal.append(text.charAt(position++));
			}
		}
		addLiteral(parts, literal);
		return List.copyOf(parts);
	}

	private static void addLiteral(List<TemplatePart> parts, StringBuilder literal) {
		if (!literal.isEmpty()) {
			parts.add(new TemplatePart.Literal(literal.toString()));
			literal.setLength(0);
		}
	}

	private TemplateExpression expression(String text) {
		return this.expressions.apply(text.contains(PLACEHOLDER) ? resolve(text) : text);
	}

	/**
	 * A resolver may leave unknown placeholders as they are; a directory of that name is
	 * never what was meant.
	 */
	private String resolve(String text) {
		String resolved = resolvePlaceholders(text);
		if (resolved == null) {
			throw new IllegalArgumentException("the placeholder '" + text + "' resolves to null");
		}
		if (resolved.contains(PLACEHOLDER)) {
			throw new IllegalArgumentException("the placeholder in '" + text + "' cannot be resolved");
		}
		if (resolved.contains(EXPRESSION)) {
			throw new IllegalArgumentException("the placeholder '" + text
					+ "' resolves to an expression; expressions have to stand in the annotation itself");
		}
		return resolved;
	}

	private @Nullable String resolvePlaceholders(String text) {
		try {
			return this.placeholders.resolveStringValue(text);
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("the placeholder in '" + text + "' cannot be resolved", ex);
		}
	}

	private static int closingBrace(String text, int start, boolean quotes) {
		int depth = 0;
		char quote = 0;
		for (int i = start + 1; i < text.length(); i++) {
			char c = text.charAt(i);
			if (quote != 0) {
				quote = (c == quote) ? 0 : quote;
			}
			else if (quotes && (c == '\'' || c == '"')) {
				quote = c;
			}
			else if (c == '{') {
				depth++;
			}
			else if (c == '}' && --depth == 0) {
				return i;
			}
		}
		throw new IllegalArgumentException("'" + text.substring(start, start + 2) + "' has no closing '}'");
	}

}
