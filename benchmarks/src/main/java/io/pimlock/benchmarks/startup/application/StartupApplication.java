package io.pimlock.benchmarks.startup.application;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.NameMatchMethodPointcut;
import org.springframework.aop.support.RootClassFilter;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;

/**
 * An application that starts, says when, and ends. The same with and without Pimlock:
 * where the annotation is not on the class path, it is not seen.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class StartupApplication {

	/**
	 * Prints when it was entered and when the application had started.
	 * @param args the application's
	 */
	public static void main(String[] args) {
		long entered = System.nanoTime();
		try (ConfigurableApplicationContext context = SpringApplication.run(StartupApplication.class, args)) {
			long started = System.nanoTime();
			System.out.println("started " + entered + " " + started);
		}
	}

	/** What any other annotation on the bean's method would bring. */
	@Bean
	@ConditionalOnBooleanProperty("startup.proxy")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DefaultPointcutAdvisor advisor() {
		NameMatchMethodPointcut pointcut = new NameMatchMethodPointcut();
		pointcut.setMappedName("append");
		pointcut.setClassFilter(new RootClassFilter(Ledger.class));
		return new DefaultPointcutAdvisor(pointcut, (MethodInterceptor) MethodInvocation::proceed);
	}

	@Bean
	Ledger ledger() {
		return new Ledger();
	}

}
