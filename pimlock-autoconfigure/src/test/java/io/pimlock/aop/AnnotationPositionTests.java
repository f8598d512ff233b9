package io.pimlock.aop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

import io.pimlock.annotation.BucketLocked;
import org.junit.jupiter.api.Test;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanNameAware;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link BucketLocked @BucketLocked} in all the places where it may stand.
 */
class AnnotationPositionTests {

	private final RecordingLocks locks = new RecordingLocks();

	private final Aspects aspects = new Aspects(this.locks);

	private final Supplier<List<Path>> held = () -> List.copyOf(this.locks.held);

	@Test
	void locksAnnotatedMethodAndNoOther() {
		OnMethod proxy = this.aspects.proxy(new OnMethod(this.held));
		assertThat(proxy.append("acme")).containsExactly(bucket("acme"));
		assertThat(proxy.read("acme")).isEmpty();
		assertThat(this.locks.held).isEmpty();
		assertThat(this.locks.closed).isEqualTo(1);
	}

	@Test
	void locksNonPublicMethods() {
		OnMethod proxy = this.aspects.proxy(new OnMethod(this.held));
		assertThat(proxy.packagePrivate("acme")).containsExactly(bucket("acme"));
		assertThat(proxy.inherited("acme")).containsExactly(bucket("acme"));
	}

	@Test
	void annotationOnTypeAppliesToMethodsWithoutTheirOwn() {
		OnType proxy = this.aspects.proxy(new OnType(this.held));
		assertThat(proxy.first()).containsExactly(bucket("type"));
		assertThat(proxy.own()).containsExactly(bucket("method"));
		assertThat(proxy.ofSuperclass()).containsExactly(bucket("type"));
		assertThat(proxy.toString()).isEqualTo("[]");
	}

	@Test
	void annotationOnTypeLeavesOutCallbacksOfTheContainer() {
		OnType proxy = this.aspects.proxy(new OnType(this.held));
		proxy.afterPropertiesSet();
		proxy.setBeanName("test");
		assertThat(this.locks.calls).isEmpty();
	}

	@Test
	void annotationOnTypeIsInherited() {
		assertThat(this.aspects.proxy(new SubtypeOfOnType(this.held)).second()).containsExactly(bucket("type"));
	}

	@Test
	void annotationOnTypeLeavesOutFinalMethodsOfSuperclass() {
		assertThat(this.aspects.proxy(new OnTypeWithFinalSuper(this.held)).first()).containsExactly(bucket("type"));
	}

	@Test
	void annotationsOnInterfacesThatInterfacesExtendApply() {
		assertThat(this.aspects.proxy(new Deep(this.held)).append("acme")).containsExactly(bucket("acme"));
		assertThat(this.aspects.proxy(DeepMiddle.class, new Deep(this.held)).append("acme"))
			.containsExactly(bucket("acme"));
		assertThat(this.aspects.proxy(new DeepOnType(this.held)).call()).containsExactly(bucket("deep"));
		assertThat(this.aspects.proxy(new SubtypeOfDeep(this.held)).append("acme")).containsExactly(bucket("acme"));
	}

	@Test
	void callbacksOfInterfacesThatInterfacesExtendAreLeftOut() {
		StartedOnType proxy = this.aspects.proxy(new StartedOnType(this.held));
		proxy.afterPropertiesSet();
		assertThat(this.locks.calls).isEmpty();
		assertThat(proxy.append("acme")).containsExactly(bucket("acme"));
	}

	@Test
	void locksMethodOfAnnotatedInterfaceBehindJdkProxy() {
		Ledger proxy = this.aspects.proxy(Ledger.class, new LedgerImpl(this.held));
		assertThat(AopUtils.isJdkDynamicProxy(proxy)).isTrue();
		assertThat(proxy.append("acme")).containsExactly(bucket("acme"));
		assertThat(proxy.defaultMethod("acme")).containsExactly(bucket("acme-default"));
	}

	@Test
	void locksMethodOfAnnotatedInterfaceBehindCglibProxy() {
		LedgerImpl proxy = this.aspects.proxy(new LedgerImpl(this.held));
		assertThat(AopUtils.isCglibProxy(proxy)).isTrue();
		assertThat(proxy.append("acme")).containsExactly(bucket("acme"));
		assertThat(((Ledger) proxy).append("acme")).containsExactly(bucket("acme"));
		assertThat(proxy.defaultMethod("acme")).containsExactly(bucket("acme-default"));
	}

	@Test
	void locksMethodThatOnlyTheImplementationAnnotatesBehindJdkProxy() {
		Plain proxy = this.aspects.proxy(Plain.class, new AnnotatedPlain(this.held));
		assertThat(proxy.append("acme")).containsExactly(bucket("acme"));
	}

	@Test
	void locksAllMethodsOfAnnotatedInterfaceType() {
		OnInterfaceType proxy = this.aspects.proxy(OnInterfaceType.class, new OnInterfaceTypeImpl(this.held));
		assertThat(proxy.append("acme")).containsExactly(bucket("acme"));
	}

	@Test
	void namesOfArgumentsAreThoseOfTheMethodThatIsAnnotated() {
		// The implementation swaps them.
		assertThat(this.aspects.proxy(new SwappedImpl(this.held)).move("a", "b")).containsExactly(bucket("a"));
		assertThat(this.aspects.proxy(new SwappedOnTypeImpl(this.held)).move("a", "b")).containsExactly(bucket("a"));
	}

	@Test
	void locksMethodThatSuperclassImplementsWithoutKnowingTheInterface() {
		InheritedImplementation target = new InheritedImplementation(this.held);
		assertThat(this.aspects.proxy(target).append("acme")).containsExactly(bucket("acme"));
		assertThat(((Ledger) this.aspects.proxy(target)).append("acme")).containsExactly(bucket("acme"));
		assertThat(this.aspects.proxy(Ledger.class, target).append("acme")).containsExactly(bucket("acme"));
	}

	@Test
	void locksGenericMethodOnceBehindItsBridge() {
		GenericImpl cglib = this.aspects.proxy(new GenericImpl(this.held));
		assertThat(callGeneric(cglib, "acme")).containsExactly(bucket("acme"));
		Generic<String> jdk = genericProxy();
		assertThat(callGeneric(jdk, "acme")).containsExactly(bucket("acme"));
		assertThat(this.locks.calls).hasSize(2);
	}

	@Test
	void locksMethodOfAnnotatedGenericInterface() {
		AnnotatedGenericImpl target = new AnnotatedGenericImpl(this.held);
		assertThat(this.aspects.proxy(target).save("acme")).containsExactly(bucket("acme"));
		assertThat(callAnnotatedGeneric(this.aspects.proxy(target), "acme")).containsExactly(bucket("acme"));
	}

	@Test
	void locksGenericMethodThatSuperclassImplementsWithoutKnowingTheInterface() {
		InheritedGeneric target = new InheritedGeneric(this.held);
		assertThat(callAnnotatedGeneric(this.aspects.proxy(target), "acme")).containsExactly(bucket("acme"));
	}

	@Test
	void composedAnnotationPassesItsAttributesOn() {
		Composed proxy = this.aspects.proxy(new Composed(this.held));
		assertThat(proxy.own("acme")).containsExactly(bucket("acme"));
		assertThat(proxy.fixed()).containsExactly(bucket("audit"));
		assertThat(this.locks.calls).containsExactly("acquire " + bucket("acme") + " PT2S",
				"acquire " + bucket("audit"));
	}

	@Test
	void overridingMethodInheritsAndReplacesAnnotation() {
		Overriding proxy = this.aspects.proxy(new Overriding(this.held));
		assertThat(proxy.append("acme")).containsExactly(bucket("acme"));
		assertThat(proxy.packagePrivate("acme")).containsExactly(bucket("other"));
	}

	@Test
	void refusesTwoDifferentAnnotationsOnOneMethod() {
		assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(new Twice()))
			.withMessageContaining("Twice.run")
			.withMessageContaining("@BucketLocked");
	}

	@Test
	void refusesContradictingInterfacesUnlessTheMethodDecides() {
		assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(new Contradicting(this.held)))
			.withMessageContaining("Contradicting.append");
		assertThat(this.aspects.proxy(new Decided(this.held)).append("acme")).containsExactly(bucket("own"));
	}

	@Test
	void annotationOnClassReplacesThatOfItsInterface() {
		assertThat(this.aspects.proxy(new OnClass(this.held)).run()).containsExactly(bucket("class"));
		assertThat(this.aspects.proxy(new Redundant(this.held)).run()).containsExactly(bucket("class"));
	}

	@Test
	void refusesMethodsThatNoProxyCanIntercept() {
		for (Object target : List.of(new PrivateMethod(), new StaticMethod(), new FinalMethod())) {
			assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(target))
				.withMessageStartingWith("@BucketLocked on " + target.getClass().getSimpleName() + ".run cannot take");
		}
	}

	@Test
	void ignoresTypesWithoutAnnotation() {
		assertThat(AopUtils.canApply(this.aspects.advisor(), UUID.class)).isFalse();
		assertThat(AopUtils.canApply(this.aspects.advisor(), PlainImpl.class)).isFalse();
	}

	private static Path bucket(String name) {
		return Aspects.ROOT.resolve(name);
	}

	private Generic<String> genericProxy() {
		@SuppressWarnings("unchecked")
		Generic<String> proxy = this.aspects.proxy(Generic.class, new GenericImpl(this.held));
		return proxy;
	}

	private static <T> List<Path> callGeneric(Generic<T> generic, T value) {
		return generic.save(value);
	}

	private static <T> List<Path> callAnnotatedGeneric(AnnotatedGeneric<T> generic, T value) {
		return generic.save(value);
	}

	static class Base {

		final Supplier<List<Path>> held;

		Base(Supplier<List<Path>> held) {
			this.held = held;
		}

		List<Path> ofSuperclass() {
			return this.held.get();
		}

	}

	static class AnnotatedBase extends Base {

		AnnotatedBase(Supplier<List<Path>> held) {
			super(held);
		}

		@BucketLocked(path = "#{#tenant}")
		protected List<Path> inherited(String tenant) {
			return this.held.get();
		}

	}

	static class OnMethod extends AnnotatedBase {

		OnMethod(Supplier<List<Path>> held) {
			super(held);
		}

		@BucketLocked(path = "#{#tenant}")
		public List<Path> append(String tenant) {
			return this.held.get();
		}

		@BucketLocked(path = "#{#tenant}")
		List<Path> packagePrivate(String tenant) {
			return this.held.get();
		}

		public List<Path> read(String tenant) {
			return this.held.get();
		}

	}

	static class Overriding extends OnMethod {

		Overriding(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		public List<Path> append(String tenant) {
			return this.held.get();
		}

		@Override
		@BucketLocked(path = "other")
		List<Path> packagePrivate(String tenant) {
			return this.held.get();
		}

	}

	@BucketLocked(path = "type")
	static class OnType extends Base implements InitializingBean, BeanNameAware {

		OnType(Supplier<List<Path>> held) {
			super(held);
		}

		public List<Path> first() {
			return privateHelper();
		}

		@BucketLocked(path = "method")
		public List<Path> own() {
			return this.held.get();
		}

		private List<Path> privateHelper() {
			return this.held.get();
		}

		@Override
		public void afterPropertiesSet() {
		}

		@Override
		public void setBeanName(String name) {
		}

		@Override
		public String toString() {
			return this.held.get().toString();
		}

	}

	static class SubtypeOfOnType extends OnType {

		SubtypeOfOnType(Supplier<List<Path>> held) {
			super(held);
		}

		List<Path> second() {
			return this.held.get();
		}

	}

	static class WithFinalMethod extends Base {

		WithFinalMethod(Supplier<List<Path>> held) {
			super(held);
		}

		public final int size() {
			return 1;
		}

	}

	@BucketLocked(path = "type")
	static class OnTypeWithFinalSuper extends WithFinalMethod {

		OnTypeWithFinalSuper(Supplier<List<Path>> held) {
			super(held);
		}

		List<Path> first() {
			return this.held.get();
		}

	}

	interface DeepBase {

		@BucketLocked(path = "#{#tenant}")
		List<Path> append(String tenant);

	}

	interface DeepMiddle extends DeepBase {

	}

	static class Deep implements DeepMiddle {

		private final Supplier<List<Path>> held;

		Deep(Supplier<List<Path>> held) {
			this.held = held;
		}

		@Override
		public List<Path> append(String tenant) {
			return this.held.get();
		}

	}

	static class SubtypeOfDeep extends Deep {

		SubtypeOfDeep(Supplier<List<Path>> held) {
			super(held);
		}

	}

	@BucketLocked(path = "deep")
	interface BaseOnType {

		List<Path> call();

	}

	interface MiddleOnType extends BaseOnType {

	}

	static class DeepOnType implements MiddleOnType {

		private final Supplier<List<Path>> held;

		DeepOnType(Supplier<List<Path>> held) {
			this.held = held;
		}

		@Override
		public List<Path> call() {
			return this.held.get();
		}

	}

	interface Started extends InitializingBean {

	}

	@BucketLocked(path = "#{#tenant}")
	static class StartedOnType implements Started {

		private final Supplier<List<Path>> held;

		StartedOnType(Supplier<List<Path>> held) {
			this.held = held;
		}

		@Override
		public void afterPropertiesSet() {
		}

		List<Path> append(String tenant) {
			return this.held.get();
		}

	}

	interface Ledger {

		@BucketLocked(path = "#{#tenant}")
		List<Path> append(String tenant);

		@BucketLocked(path = "#{#tenant}-default")
		default List<Path> defaultMethod(String tenant) {
			return append(tenant).stream().toList();
		}

	}

	static class LedgerImpl extends Base implements Ledger {

		LedgerImpl(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		public List<Path> append(String name) {
			return this.held.get();
		}

	}

	static class AppendingBase extends Base {

		AppendingBase(Supplier<List<Path>> held) {
			super(held);
		}

		public List<Path> append(String name) {
			return this.held.get();
		}

	}

	static class InheritedImplementation extends AppendingBase implements Ledger {

		InheritedImplementation(Supplier<List<Path>> held) {
			super(held);
		}

	}

	interface Plain {

		List<Path> append(String tenant);

	}

	static class PlainImpl extends Base implements Plain {

		PlainImpl(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		public List<Path> append(String tenant) {
			return this.held.get();
		}

	}

	static class AnnotatedPlain extends PlainImpl {

		AnnotatedPlain(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		@BucketLocked(path = "#{#id}")
		public List<Path> append(String id) {
			return this.held.get();
		}

	}

	@BucketLocked(path = "#{#tenant}")
	interface OnInterfaceType {

		List<Path> append(String tenant);

	}

	static class OnInterfaceTypeImpl implements OnInterfaceType {

		private final Supplier<List<Path>> held;

		OnInterfaceTypeImpl(Supplier<List<Path>> held) {
			this.held = held;
		}

		@Override
		public List<Path> append(String name) {
			return this.held.get();
		}

	}

	interface Swapped {

		@BucketLocked(path = "#{#from}")
		List<Path> move(String from, String to);

	}

	static class SwappedImpl extends Base implements Swapped {

		SwappedImpl(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		public List<Path> move(String to, String from) {
			return this.held.get();
		}

	}

	@BucketLocked(path = "#{#from}")
	interface SwappedOnType {

		List<Path> move(String from, String to);

	}

	static class SwappedOnTypeImpl implements SwappedOnType {

		private final Supplier<List<Path>> held;

		SwappedOnTypeImpl(Supplier<List<Path>> held) {
			this.held = held;
		}

		@Override
		public List<Path> move(String to, String from) {
			return this.held.get();
		}

	}

	interface Generic<T> {

		List<Path> save(T value);

	}

	static class GenericImpl extends Base implements Generic<String> {

		GenericImpl(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		@BucketLocked(path = "#{#name}")
		public List<Path> save(String name) {
			return this.held.get();
		}

	}

	interface AnnotatedGeneric<T> {

		@BucketLocked(path = "#{#value}")
		List<Path> save(T value);

	}

	static class AnnotatedGenericImpl extends Base implements AnnotatedGeneric<String> {

		AnnotatedGenericImpl(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		public List<Path> save(String name) {
			return this.held.get();
		}

	}

	static class SavingBase extends Base {

		SavingBase(Supplier<List<Path>> held) {
			super(held);
		}

		public List<Path> save(String name) {
			return this.held.get();
		}

	}

	static class InheritedGeneric extends SavingBase implements AnnotatedGeneric<String> {

		InheritedGeneric(Supplier<List<Path>> held) {
			super(held);
		}

	}

	@Target({ ElementType.METHOD, ElementType.TYPE })
	@Retention(RetentionPolicy.RUNTIME)
	@BucketLocked(path = "unused", waitTimeout = "2s")
	@interface TenantLocked {

		@AliasFor(annotation = BucketLocked.class, attribute = "path")
		String tenant();

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@BucketLocked(path = "audit")
	@interface AuditLocked {

	}

	static class Composed extends Base {

		Composed(Supplier<List<Path>> held) {
			super(held);
		}

		@TenantLocked(tenant = "#{#id}")
		List<Path> own(String id) {
			return this.held.get();
		}

		@AuditLocked
		List<Path> fixed() {
			return this.held.get();
		}

	}

	static class Twice {

		@AuditLocked
		@BucketLocked(path = "other")
		void run() {
		}

	}

	interface OtherLedger {

		@BucketLocked(path = "other")
		List<Path> append(String tenant);

	}

	static class Contradicting extends LedgerImpl implements OtherLedger {

		Contradicting(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		public List<Path> append(String tenant) {
			return this.held.get();
		}

	}

	@BucketLocked(path = "interface")
	interface OnInterface {

	}

	@BucketLocked(path = "class")
	static class OnClass extends Base implements OnInterface {

		OnClass(Supplier<List<Path>> held) {
			super(held);
		}

		List<Path> run() {
			return this.held.get();
		}

	}

	static class Redundant extends OnClass implements OnInterface {

		Redundant(Supplier<List<Path>> held) {
			super(held);
		}

	}

	static class Decided extends Contradicting {

		Decided(Supplier<List<Path>> held) {
			super(held);
		}

		@Override
		@BucketLocked(path = "own")
		public List<Path> append(String tenant) {
			return this.held.get();
		}

	}

	static class PrivateMethod {

		@BucketLocked(path = "x")
		private void run() {
		}

		void other() {
			run();
		}

	}

	static class StaticMethod {

		@BucketLocked(path = "x")
		static void run() {
		}

	}

	static class FinalMethod {

		@BucketLocked(path = "x")
		final void run() {
		}

	}

}
