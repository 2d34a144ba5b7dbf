package io.slicewise.pipelines.template;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes an option a parameter of Dataflow templates. The rest is said by Beam's own annotations:
 * {@code Description} is its help text, without {@code Validation.Required} it is optional, and
 * {@code Default} is its default.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface TemplateParameter {
  /** A duration as options have it, such as {@code 90m} or {@code PT24H}. */
  String DURATION = "^([0-9]+(ms|s|m|h|d)|P[0-9DTHMS.]+)$";

  /** The place among the parameters, from first to last; each is taken once in a template. */
  int order();

  /** The name that people read. */
  String label();

  /** What kind of value it has. Default: any text. */
  ParameterType type() default ParameterType.TEXT;

  /** A value that the pipeline accepts; shown in the help text. */
  String example();

  /** What a value must match, all of it; without one, what its type asks for. */
  String regex() default "";

  /** The values of an {@link ParameterType#ENUM}. */
  String[] values() default {};

  /** The heading that it is under. Default: none. */
  String group() default "";
}
