package io.slicewise.pipelines.template;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Makes an options interface that of a Dataflow template. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Template {
  /** The name of the pipeline and of its files, such as {@code pubsub-to-bigquery}. */
  String name();

  /** The name that people read. */
  String title();

  /** What it does, as one sentence. */
  String description();

  /** Whether it runs until it is stopped. */
  boolean streaming();

  /** Inherited options that the pipeline has no use for. */
  String[] without() default {};
}
