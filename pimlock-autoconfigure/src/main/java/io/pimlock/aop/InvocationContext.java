package io.pimlock.aop;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.expression.BeanResolver;
import org.springframework.expression.ConstructorResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.IndexAccessor;
import org.springframework.expression.MethodResolver;
import org.springframework.expression.OperatorOverloader;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypeComparator;
import org.springframework.expression.TypeConverter;
import org.springframework.expression.TypeLocator;
import org.springframework.expression.TypedValue;

/**
 * The context of one call: its arguments are looked up where they are, everything else is
 * what all calls share. Nothing can be assigned.
 */
final class InvocationContext implements EvaluationContext {

	private final EvaluationContext shared;

	private final Map<String, Integer> indexes;

	private final LockedInvocation invocation;

	/**
	 * Creates the context.
	 * @param shared what all calls share
	 * @param indexes which name stands for which argument
	 * @param invocation the call
	 */
	InvocationContext(EvaluationContext shared, Map<String, Integer> indexes, LockedInvocation invocation) {
		this.shared = shared;
		this.indexes = indexes;
		this.invocation = invocation;
	}

	@Override
	public TypedValue getRootObject() {
		return new TypedValue(this.invocation);
	}

	@Override
	public @Nullable Object lookupVariable(String name) {
		Integer index = this.indexes.get(name);
		return (index != null) ? this.invocation.args()[index] : null;
	}

	@Override
	public void setVariable(String name, @Nullable Object value) {
		throw new UnsupportedOperationException("An expression cannot set variables");
	}

	@Override
	public boolean isAssignmentEnabled() {
		return false;
	}

	@Override
	public List<PropertyAccessor> getPropertyAccessors() {
		return this.shared.getPropertyAccessors();
	}

	@Override
	public List<IndexAccessor> getIndexAccessors() {
		return this.shared.getIndexAccessors();
	}

	@Override
	public List<ConstructorResolver> getConstructorResolvers() {
		return this.shared.getConstructorResolvers();
	}

	@Override
	public List<MethodResolver> getMethodResolvers() {
		return this.shared.getMethodResolvers();
	}

	@Override
	public @Nullable BeanResolver getBeanResolver() {
		return this.shared.getBeanResolver();
	}

	@Override
	public TypeLocator getTypeLocator() {
		return this.shared.getTypeLocator();
	}

	@Override
	public TypeConverter getTypeConverter() {
		return this.shared.getTypeConverter();
	}

	@Override
	public TypeComparator getTypeComparator() {
		return this.shared.getTypeComparator();
	}

	@Override
	public OperatorOverloader getOperatorOverloader() {
		return this.shared.getOperatorOverloader();
	}

}
