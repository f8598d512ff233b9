package io.pimlock.autoconfigure;

import java.util.Set;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the rules that the packages of this module obey.
 */
class ArchitectureTests {

	private final JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
		.importPackages("io.pimlock.autoconfigure", "io.pimlock.aop", "io.pimlock.actuate");

	@Test
	void aspectDependsOnTheApiOnly() {
		noClasses().that()
			.resideInAPackage("io.pimlock.aop..")
			.should(dependOnPimlockOtherThan("io.pimlock", "io.pimlock.annotation", "io.pimlock.aop"))
			.check(this.classes);
	}

	@Test
	void endpointDependsOnTheApiOnly() {
		noClasses().that()
			.resideInAPackage("io.pimlock.actuate..")
			.should(dependOnPimlockOtherThan("io.pimlock", "io.pimlock.actuate"))
			.check(this.classes);
	}

	@Test
	void packagesHaveNoCycles() {
		slices().matching("io.pimlock.(*)..").should().beFreeOfCycles().check(this.classes);
	}

	@Test
	void packagesAreNullMarkedAndDescribed() {
		for (String name : new String[] { "autoconfigure", "aop", "actuate" }) {
			assertThat(this.classes.getPackage("io.pimlock." + name).isAnnotatedWith(NullMarked.class)).as(name)
				.isTrue();
		}
	}

	@Test
	void autoConfigurationsAreFinalPublicAndNamedAsSuch() {
		classes().that()
			.areAnnotatedWith(AutoConfiguration.class)
			.should()
			.haveModifier(JavaModifier.FINAL)
			.andShould()
			.bePublic()
			.andShould()
			.haveSimpleNameEndingWith("AutoConfiguration")
			.andShould()
			.resideInAPackage("io.pimlock.autoconfigure")
			.check(this.classes);
	}

	@Test
	void autoConfigurationsAreAnnounced() {
		assertThat(this.classes.stream()
			.filter((type) -> type.isAnnotatedWith(AutoConfiguration.class))
			.map(JavaClass::getName)).isNotEmpty()
			.containsExactlyInAnyOrderElementsOf(
					ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader())
						.getCandidates()
						.stream()
						.filter((name) -> name.startsWith("io.pimlock."))
						.toList());
	}

	@Test
	void beanMethodsArePackagePrivate() {
		methods().that().areAnnotatedWith(Bean.class).should().bePackagePrivate().check(this.classes);
	}

	@Test
	void classConditionsAreNeverOnBeanMethods() {
		noMethods().should().beAnnotatedWith(ConditionalOnClass.class).check(this.classes);
	}

	@Test
	void postProcessorsAreMadeByStaticMethodsThatNeedNoBeans() {
		methods().that()
			.areAnnotatedWith(Bean.class)
			.and()
			.haveRawReturnType(DescribedPredicate.describe("a post-processor",
					(type) -> type.isAssignableTo(BeanPostProcessor.class)
							|| type.isAssignableTo(BeanFactoryPostProcessor.class)))
			.should()
			.beStatic()
			.andShould()
			.haveRawParameterTypes(new Class<?>[0])
			.check(this.classes);
	}

	@Test
	void configurationsUseNoProxies() {
		classes().that()
			.areAnnotatedWith(Configuration.class)
			.should()
			.beAnnotatedWith(DescribedPredicate.describe("proxyBeanMethods = false",
					(annotation) -> annotation.getRawType().isEquivalentTo(Configuration.class)
							&& Boolean.FALSE.equals(annotation.get("proxyBeanMethods").orElse(true))))
			.allowEmptyShould(true)
			.check(this.classes);
	}

	private static ArchCondition<JavaClass> dependOnPimlockOtherThan(String... packages) {
		Set<String> allowed = Set.of(packages);
		return new ArchCondition<>("depend on Pimlock's packages other than " + allowed) {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				type.getDirectDependenciesFromSelf().stream().filter((dependency) -> {
					String target = dependency.getTargetClass().getPackageName();
					return target.startsWith("io.pimlock") && !allowed.contains(target);
				})
					.forEach((dependency) -> events
						.add(SimpleConditionEvent.satisfied(dependency, dependency.getDescription())));
			}

		};
	}

}
