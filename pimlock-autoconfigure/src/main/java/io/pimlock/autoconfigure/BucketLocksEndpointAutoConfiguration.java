package io.pimlock.autoconfigure;

import io.pimlock.BucketLockService;
import io.pimlock.StoreLocks;
import io.pimlock.WriterLeases;
import io.pimlock.actuate.BucketLocksEndpoint;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the {@link BucketLocksEndpoint}.
 */
@AutoConfiguration(after = PimlockAutoConfiguration.class)
@ConditionalOnClass({ Endpoint.class, ConditionalOnAvailableEndpoint.class })
@ConditionalOnAvailableEndpoint(BucketLocksEndpoint.class)
@ConditionalOnBooleanProperty(name = "pimlock.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(BucketLockService.class)
@EnableConfigurationProperties(PimlockProperties.class)
public final class BucketLocksEndpointAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	BucketLocksEndpoint bucketLocksEndpoint(BucketLockService locks, PimlockProperties properties,
			ConfigurableListableBeanFactory beans) {
		CreatedBeans created = new CreatedBeans(beans);
		return new BucketLocksEndpoint(locks, () -> created.find(WriterLeases.class),
				() -> created.find(StoreLocks.class), new EndpointPaths(properties));
	}

}
