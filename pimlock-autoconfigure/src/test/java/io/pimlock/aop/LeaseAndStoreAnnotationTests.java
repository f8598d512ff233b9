package io.pimlock.aop;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.file.Path;

import io.pimlock.BucketValidationException;
import io.pimlock.StoreLockMode;
import io.pimlock.WriterBusyException;
import io.pimlock.annotation.BucketLocked;
import io.pimlock.annotation.StoreLocked;
import io.pimlock.annotation.WriterLeased;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.annotation.AliasFor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * {@code @WriterLeased} and {@code @StoreLocked}, which share everything else with
 * {@code @BucketLocked}.
 */
class LeaseAndStoreAnnotationTests {

	private static final Path ROOT = Aspects.ROOT;

	private final RecordingLocks buckets = new RecordingLocks();

	private final Aspects aspects = new Aspects(this.buckets).withProperty("ledger", "ledger-1")
		.withProperty("store", "mail");

	private final Service service = new Service();

	private final Service proxy = this.aspects.proxy(this.service);

	@Test
	void leaseIsTakenAroundTheMethod() {
		assertThat(this.proxy.append("run/7")).isEqualTo("run/7");
		assertThat(this.aspects.leases.calls).containsExactly("acquire " + ROOT.resolve("ledger-1") + " run-run/7",
				"close run-run/7");
	}

	@Test
	void methodIsNotEnteredWithoutItsLease() {
		this.aspects.leases.failureOnAcquire = new WriterBusyException("7", null);
		assertThatExceptionOfType(WriterBusyException.class).isThrownBy(() -> this.proxy.append("7"));
		assertThat(this.service.entered).isZero();
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", "  ", "\t" })
	void blankRunIsRefused(String run) {
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.proxy.append(run))
			.withMessageStartingWith("Run '")
			.withMessageContaining("@WriterLeased(run = \"run-#{#run}\") on Service.append");
		assertThat(this.service.entered).isZero();
		assertThat(this.aspects.leases.calls).isEmpty();
	}

	@Test
	void rootIsConfinedLikeABucket() {
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.proxy.rooted("..", "7"))
			.withMessageContaining("@WriterLeased(root = \"#{#ledger}\")");
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.proxy.rooted(ROOT.resolve("../elsewhere"), "7"))
			.withMessageContaining("leads out of pimlock.root");
		this.proxy.rooted("inside", "7");
		assertThat(this.aspects.leases.calls).containsExactly("acquire " + ROOT.resolve("inside") + " 7", "close 7");
	}

	@Test
	void storeIsLockedInItsMode() {
		this.proxy.own();
		this.proxy.stage("mail");
		this.proxy.stageSoon("mail");
		this.proxy.collect("mail");
		Path mail = ROOT.resolve("mail");
		assertThat(this.aspects.stores.calls).containsExactly("own " + mail, "close OWN", "stage " + mail,
				"close STAGE", "stage " + mail + " PT2S", "close STAGE", "collect " + mail, "close COLLECT");
	}

	@Test
	void allLocksOfAMethodAreTakenInOneOrderAndGivenBackInReverse() {
		this.service.body = () -> {
			assertThat(this.aspects.stores.calls).containsExactly("own " + ROOT.resolve("mail"));
			assertThat(this.aspects.leases.calls).containsExactly("acquire " + ROOT.resolve("mail") + " 7");
			assertThat(this.buckets.held).containsExactly(ROOT.resolve("mail"));
		};
		this.proxy.all("mail", "7");
		assertThat(this.service.entered).isEqualTo(1);
		assertThat(this.buckets.closed).isEqualTo(1);
		assertThat(this.aspects.leases.calls).endsWith("close 7");
		assertThat(this.aspects.stores.calls).endsWith("close OWN");
	}

	@Test
	void noneIsKeptWhenOneIsRefused() {
		this.buckets.failureOnAcquire = new IllegalStateException("refused");
		assertThatIllegalStateException().isThrownBy(() -> this.proxy.all("mail", "7")).withMessage("refused");
		assertThat(this.service.entered).isZero();
		assertThat(this.aspects.leases.calls).endsWith("close 7");
		assertThat(this.aspects.stores.calls).endsWith("close OWN");
	}

	@Test
	void composedAnnotationsCount() {
		this.proxy.composed();
		assertThat(this.aspects.stores.calls).containsExactly("collect " + ROOT.resolve("mail"), "close COLLECT");
	}

	@Test
	void annotationOfTheTypeApplies() {
		this.aspects.proxy(new Leased()).write("7");
		assertThat(this.aspects.leases.calls).containsExactly("acquire " + ROOT.resolve("ledger-1") + " 7", "close 7");
	}

	@Test
	void whatCannotWorkIsRefusedAtTheStart() {
		assertThatExceptionOfType(BucketValidationException.class).isThrownBy(() -> this.aspects.proxy(new BlankRun()))
			.withMessageContaining("@WriterLeased(run = \" \") on BlankRun.call: it is blank");
		assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(new PointlessTimeout()))
			.withMessageContaining("mode COLLECT never waits, only STAGE does");
		assertThatExceptionOfType(BucketValidationException.class)
			.isThrownBy(() -> this.aspects.proxy(new UnknownParameter()))
			.withMessageContaining("the method has no parameter 'rum'");
		assertThatIllegalStateException().isThrownBy(() -> this.aspects.proxy(new FinalMethod()))
			.withMessageContaining("@StoreLocked on FinalMethod.call cannot take effect: the method is final");
	}

	static class Service {

		int entered;

		Runnable body = () -> {
		};

		@WriterLeased(root = "${ledger}", run = "run-#{#run}")
		String append(String run) {
			this.entered++;
			return run;
		}

		@WriterLeased(root = "#{#ledger}", run = "#{#run}")
		void rooted(Object ledger, String run) {
			this.entered++;
		}

		@StoreLocked(path = "${store}", mode = StoreLockMode.OWN)
		void own() {
		}

		@StoreLocked(path = "#{#store}", mode = StoreLockMode.STAGE)
		void stage(String store) {
		}

		@StoreLocked(path = "#{#store}", mode = StoreLockMode.STAGE, waitTimeout = "2s")
		void stageSoon(String store) {
		}

		@StoreLocked(path = "#{#store}", mode = StoreLockMode.COLLECT)
		void collect(String store) {
		}

		@BucketLocked(path = "#{#store}")
		@WriterLeased(root = "#{#store}", run = "#{#run}")
		@StoreLocked(path = "#{#store}", mode = StoreLockMode.OWN)
		void all(String store, String run) {
			this.entered++;
			this.body.run();
		}

		@Collecting(store = "mail")
		void composed() {
		}

	}

	@WriterLeased(root = "${ledger}", run = "#{#p0}")
	static class Leased {

		void write(String run) {
		}

	}

	@Target(ElementType.METHOD)
	@Retention(RetentionPolicy.RUNTIME)
	@StoreLocked(path = "", mode = StoreLockMode.COLLECT)
	@interface Collecting {

		@AliasFor(annotation = StoreLocked.class, attribute = "path")
		String store();

	}

	static class BlankRun {

		@WriterLeased(root = "ledger", run = " ")
		void call() {
		}

	}

	static class PointlessTimeout {

		@StoreLocked(path = "mail", mode = StoreLockMode.COLLECT, waitTimeout = "2s")
		void call() {
		}

	}

	static class UnknownParameter {

		@WriterLeased(root = "ledger", run = "#{#rum}")
		void call(String run) {
		}

	}

	static class FinalMethod {

		@StoreLocked(path = "mail", mode = StoreLockMode.OWN)
		final void call() {
		}

	}

}
