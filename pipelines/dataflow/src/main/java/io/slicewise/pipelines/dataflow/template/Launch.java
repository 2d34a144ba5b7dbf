package io.slicewise.pipelines.dataflow.template;

import java.lang.reflect.Method;
import org.apache.beam.sdk.options.ValueProvider;

/** When the pipeline of a template is built. */
public enum Launch {
  /** At launch, so all options are parameters. */
  FLEX,
  /** When the template is staged, so parameters are the options that are read while it runs. */
  CLASSIC;

  /** Whether an option can be chosen at launch. */
  boolean knows(Method getter) {
    return this == FLEX || getter.getReturnType() == ValueProvider.class;
  }
}
