package io.pimlock.autoconfigure;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.context.annotation.Conditional;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the case that annotated methods
 * run without their lock by choice, which somebody should know.
 */
@AutoConfiguration
@Conditional(PimlockDisabledAutoConfiguration.Disabled.class)
public final class PimlockDisabledAutoConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(PimlockDisabledAutoConfiguration.class);

	PimlockDisabledAutoConfiguration() {
		logger.warn("Pimlock or its aspect is switched off (pimlock.enabled, pimlock.aspect.enabled): "
				+ "methods annotated with @BucketLocked, @WriterLeased or @StoreLocked run without a lock");
	}

	/**
	 * The exact opposite of what switches the aspect on, so that a value that is neither
	 * true nor false is told as well.
	 */
	static final class Disabled extends NoneNestedConditions {

		Disabled() {
			super(ConfigurationPhase.PARSE_CONFIGURATION);
		}

		@ConditionalOnBooleanProperty(name = { "pimlock.enabled", "pimlock.aspect.enabled" }, matchIfMissing = true)
		static final class Enabled {

		}

	}

}
