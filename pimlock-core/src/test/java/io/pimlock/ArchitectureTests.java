package io.pimlock;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

class ArchitectureTests {

	private final JavaClasses classes = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.importPackages("io.pimlock");

	@Test
	void coreUsesNothingButSlf4jJspecifyAndJna() {
		classes().should()
			.onlyDependOnClassesThat()
			.resideInAnyPackage("io.pimlock..", "java..", "org.slf4j..", "org.jspecify..", "com.sun.jna..")
			.check(this.classes);
	}

	@Test
	void onlyTheKernelPackageCallsNativeCode() {
		noClasses().that()
			.resideOutsideOfPackage("io.pimlock.kernel")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("com.sun.jna..")
			.check(this.classes);
	}

	@Test
	void theApiUsesNothingOfOurs() {
		noClasses().that()
			.resideInAnyPackage("io.pimlock", "io.pimlock.annotation")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("io.pimlock.file..", "io.pimlock.kernel..", "io.pimlock.process..")
			.check(this.classes);
	}

	@Test
	void dependenciesPointOneWay() {
		noClasses().that()
			.resideInAnyPackage("io.pimlock.kernel..", "io.pimlock.process..")
			.should()
			.dependOnClassesThat()
			.resideInAPackage("io.pimlock.file..")
			.check(this.classes);
		slices().matching("io.pimlock.(*)..").should().beFreeOfCycles().check(this.classes);
	}

}
