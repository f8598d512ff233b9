package io.pimlock.aop;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.Assign;
import org.springframework.expression.spel.ast.BeanReference;
import org.springframework.expression.spel.ast.FunctionReference;
import org.springframework.expression.spel.ast.OpDec;
import org.springframework.expression.spel.ast.OpInc;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * An expression, parsed once. Whatever it can only fail at is refused when it is parsed.
 */
final class TemplateExpression {

	private static final SpelExpressionParser PARSER = new SpelExpressionParser();

	private final String text;

	private final SpelExpression expression;

	private TemplateExpression(String text, SpelExpression expression) {
		this.text = text;
		this.expression = expression;
	}

	/**
	 * Parses an expression.
	 * @param text the expression
	 * @param variables what it may refer to
	 * @return the expression
	 * @throws IllegalArgumentException if it does not parse, or refers to something else
	 */
	static TemplateExpression parse(String text, ArgumentVariables variables) {
		if (text.isBlank()) {
			throw new IllegalArgumentException("an expression is empty");
		}
		SpelExpression expression = parse(text);
		check(text, expression.getAST(), variables);
		return new TemplateExpression(text, expression);
	}

	private static SpelExpression parse(String text) {
		try {
			return PARSER.parseRaw(text);
		}
		catch (ParseException | IllegalStateException ex) {
			throw new IllegalArgumentException("the expression '" + text + "' does not parse: " + ex.getMessage(), ex);
		}
	}

	private static void check(String text, SpelNode node, ArgumentVariables variables) {
		String problem = null;
		if (node instanceof VariableReference) {
			problem = variables.problemWith(node.toStringAST().substring(1));
		}
		else if (node instanceof FunctionReference) {
			problem = "functions are not supported";
		}
		else if (node instanceof BeanReference) {
			problem = "references to beans are not supported";
		}
		else if (node instanceof Assign || node instanceof OpInc || node instanceof OpDec) {
			problem = "it would change something";
		}
		if (problem != null) {
			throw new IllegalArgumentException("the expression '" + text + "' cannot be used: " + problem);
		}
		for (int i = 0; i < node.getChildCount(); i++) {
			check(text, node.getChild(i), variables);
		}
	}

	String text() {
		return this.text;
	}

	/**
	 * Evaluates the expression for a call.
	 * @param context the call
	 * @return the value
	 * @throws EvaluationException if it cannot be evaluated
	 */
	@Nullable Object evaluate(EvaluationContext context) {
		return this.expression.getValue(context);
	}

}
