package io.pimlock.aop;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * What an expression sees of a call: the arguments by name, by index as {@code #p0} or
 * {@code #a0}, and {@link LockedInvocation} as {@code #root}.
 */
final class ArgumentVariables {

	/**
	 * The accessors that the contexts of all calls share, together with what they have
	 * cached.
	 */
	private final StandardEvaluationContext shared = new StandardEvaluationContext();

	private final Map<String, Integer> indexes = new HashMap<>();

	private final boolean named;

	private final boolean rootNamed;

	/**
	 * Creates the variables of a method.
	 * @param count how many parameters it has
	 * @param names their names, null if the class file does not have them
	 */
	ArgumentVariables(int count, String @Nullable [] names) {
		for (int i = 0; i < count; i++) {
			this.indexes.put("p" + i, i);
			this.indexes.put("a" + i, i);
		}
		// After all the indexes: a parameter that is called a0 is what its name says.
		for (int i = 0; names != null && i < count; i++) {
			this.indexes.put(names[i], i);
		}
		this.named = (names != null || count == 0);
		this.rootNamed = this.indexes.containsKey("root");
	}

	/**
	 * Why a variable cannot be used. SpEL takes an unknown variable for null.
	 * @param variable the name without {@code #}
	 * @return the reason, null if it can be used
	 */
	@Nullable String problemWith(String variable) {
		if (variable.equals("root") && this.rootNamed) {
			return "#root means the invocation in an expression, not the parameter of that name; use #p"
					+ this.indexes.get("root");
		}
		if (variable.equals("root") || variable.equals("this") || this.indexes.containsKey(variable)) {
			return null;
		}
		return this.named ? "the method has no parameter '" + variable + "'"
				: "the names of the method's parameters are not known, so that '#" + variable
						+ "' cannot be told; compile its class with -parameters, or use #p0, #p1 ...";
	}

	EvaluationContext contextFor(LockedInvocation invocation) {
		return new InvocationContext(this.shared, this.indexes, invocation);
	}

}
