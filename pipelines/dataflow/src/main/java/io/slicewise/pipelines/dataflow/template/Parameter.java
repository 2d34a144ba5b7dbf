package io.slicewise.pipelines.dataflow.template;

import io.slicewise.pipelines.template.ParameterType;
import io.slicewise.pipelines.template.Template;
import io.slicewise.pipelines.template.TemplateParameter;
import java.lang.reflect.Method;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.Validation;

/**
 * A parameter of a template, as its option says.
 *
 * @param name of the option
 * @param about what the option says of itself
 * @param description what it is for
 * @param required whether there must be a value
 * @param defaultValue what it is without a value, if anything
 */
record Parameter(
    String name,
    TemplateParameter about,
    String description,
    boolean required,
    Optional<String> defaultValue) {

  /** The parameters of a template, in their order. */
  static List<Parameter> of(Class<? extends PipelineOptions> options, Launch launch) {
    Set<String> without = Set.of(templateOf(options).without());
    return getters(options)
        .filter(getter -> getter.isAnnotationPresent(TemplateParameter.class))
        .filter(launch::knows)
        .map(Parameter::of)
        .filter(parameter -> !without.contains(parameter.name))
        .sorted(Comparator.comparingInt(parameter -> parameter.about.order()))
        .toList();
  }

  static Template templateOf(Class<? extends PipelineOptions> options) {
    return Optional.ofNullable(options.getAnnotation(Template.class))
        .orElseThrow(() -> new IllegalArgumentException(options.getName() + " needs a @Template."));
  }

  /** The getters of options that are ours, not Beam's. */
  static Stream<Method> getters(Class<?> options) {
    return Stream.of(options.getMethods())
        .filter(method -> method.getDeclaringClass().getName().startsWith("io.slicewise."))
        .filter(method -> method.getName().matches("(get|is)[A-Z].*"));
  }

  private static Parameter of(Method getter) {
    return new Parameter(
        nameOf(getter),
        getter.getAnnotation(TemplateParameter.class),
        Optional.ofNullable(getter.getAnnotation(Description.class))
            .orElseThrow(() -> new IllegalArgumentException(getter + " needs a @Description."))
            .value(),
        getter.isAnnotationPresent(Validation.Required.class),
        defaultOf(getter));
  }

  static String nameOf(Method getter) {
    String name = getter.getName().replaceFirst("^(get|is)", "");
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static Optional<String> defaultOf(Method getter) {
    return Stream.of(
            Optional.ofNullable(getter.getAnnotation(Default.String.class))
                .map(Default.String::value),
            Optional.ofNullable(getter.getAnnotation(Default.Integer.class))
                .map(value -> String.valueOf(value.value())),
            Optional.ofNullable(getter.getAnnotation(Default.Boolean.class))
                .map(value -> String.valueOf(value.value())))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** What a value must match, if not any will do. */
  Optional<String> regex() {
    if (!about.regex().isEmpty()) {
      return Optional.of(about.regex());
    }
    return about.type() == ParameterType.ENUM
        ? Optional.of("^(" + String.join("|", about.values()) + ")$")
        : about.type().regex();
  }
}
