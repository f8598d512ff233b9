package io.pimlock.autoconfigure;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.mock.env.MockEnvironment;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the metadata of the settings, from which IDEs and the documentation take
 * them.
 */
class ConfigurationMetadataTests {

	private static final Map<String, String> DEFAULTS = Map.of("pimlock.enabled", "true", "pimlock.wait-timeout", "30s",
			"pimlock.poll-interval", "100ms", "pimlock.malformed-grace", "2s", "pimlock.file-permissions", "rw-------",
			"pimlock.hand-over-limit", "16", "pimlock.aspect.enabled", "true", "pimlock.aspect.order", "2147483547");

	private final Map<String, JsonNode> properties = new TreeMap<>();

	@BeforeEach
	void read() throws IOException {
		try (InputStream metadata = PimlockProperties.class
			.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
			new JsonMapper().readTree(metadata)
				.get("properties")
				.forEach((property) -> this.properties.put(property.get("name").asString(), property));
		}
		this.properties.keySet().removeIf((name) -> !name.startsWith("pimlock."));
	}

	@Test
	void describesEachSettingAndNothingElse() {
		assertThat(this.properties.keySet()).containsExactlyInAnyOrder("pimlock.enabled", "pimlock.root",
				"pimlock.wait-timeout", "pimlock.poll-interval", "pimlock.malformed-grace", "pimlock.file-permissions",
				"pimlock.hand-over-limit", "pimlock.owned-stores", "pimlock.aspect.enabled", "pimlock.aspect.order");
	}

	@Test
	void eachSettingHasTypeAndDescription() {
		this.properties.forEach((name, property) -> {
			String type = property.get("type").asString().replaceAll("<.*>", "");
			assertThat(ClassUtils.isPresent(type, null)).as(name).isTrue();
			assertThat(property.get("description").asString()).as(name)
				.hasSizeGreaterThan(20)
				.matches("[A-Z].*\\.")
				.doesNotContain("{@", "<p>");
		});
	}

	@Test
	void eachSettingHasTheDefaultThatIsDocumented() {
		this.properties.forEach((name, property) -> {
			JsonNode defaultValue = property.get("defaultValue");
			assertThat((defaultValue != null) ? defaultValue.asString() : null).as(name).isEqualTo(DEFAULTS.get(name));
		});
	}

	@Test
	void documentedDefaultsAreTheRealOnes() {
		MockEnvironment environment = new MockEnvironment();
		DEFAULTS.forEach(environment::setProperty);
		Binder binder = Binder.get(environment);
		PimlockProperties bound = binder.bind("pimlock", Bindable.of(PimlockProperties.class)).get();
		assertThat(bound).usingRecursiveComparison().isEqualTo(new PimlockProperties());
	}

}
