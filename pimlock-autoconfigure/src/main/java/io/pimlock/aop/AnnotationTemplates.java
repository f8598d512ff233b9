package io.pimlock.aop;

import java.util.List;

import io.pimlock.BucketValidationException;
import io.pimlock.LockKind;

/**
 * Makes templates of an annotation's attributes.
 *
 * @param kind the lock system
 * @param annotation the annotation as the code has it
 * @param method the method
 * @param parser takes templates apart
 */
record AnnotationTemplates(LockKind kind, String annotation, String method, TemplateParser parser) {

	TemplateOrigin origin(String attribute, String text) {
		return new TemplateOrigin(this.kind, this.annotation, this.method, attribute, text);
	}

	/**
	 * A template that yields a path.
	 * @throws BucketValidationException if it cannot
	 */
	PathTemplate path(String attribute, String text) {
		TemplateOrigin origin = origin(attribute, text);
		return new PathTemplate(origin, parse(origin));
	}

	/**
	 * A template that yields a text.
	 * @throws BucketValidationException if it cannot
	 */
	TextTemplate text(String attribute, String text) {
		TemplateOrigin origin = origin(attribute, text);
		return new TextTemplate(origin, parse(origin));
	}

	private List<TemplatePart> parse(TemplateOrigin origin) {
		try {
			return this.parser.parse(origin.text());
		}
		catch (IllegalArgumentException ex) {
			throw origin.refused(String.valueOf(ex.getMessage()), ex.getCause());
		}
	}

	/**
	 * A template that yields a duration.
	 * @throws IllegalStateException if it cannot
	 */
	WaitTimeoutTemplate waitTimeout(String attribute, String text) {
		TemplateOrigin origin = origin(attribute, text);
		try {
			return new WaitTimeoutTemplate(origin, this.parser.parse(text));
		}
		catch (IllegalArgumentException ex) {
			throw origin.invalid(String.valueOf(ex.getMessage()), ex.getCause());
		}
	}

}
