package io.slicewise.pipelines.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.beam.sdk.options.Default;
import org.apache.beam.sdk.options.Description;
import org.apache.beam.sdk.options.PipelineOptions;
import org.apache.beam.sdk.options.Validation;

/**
 * An option of a pipeline, as the annotations of its getter tell it.
 *
 * @param name as on the command line, without the dashes
 * @param value what is to be written for its value
 * @param description what it means
 * @param byDefault its value if it is not given, if the annotations tell
 * @param required whether it must be given
 */
record PipelineOption(
    String name, String value, String description, Optional<String> byDefault, boolean required) {
  private static final Map<Class<?>, String> VALUES =
      Map.of(
          int.class, "NUMBER",
          Integer.class, "NUMBER",
          long.class, "NUMBER",
          Long.class, "NUMBER",
          double.class, "NUMBER",
          Double.class, "NUMBER",
          boolean.class, "true|false",
          Boolean.class, "true|false");

  /**
   * The options of {@code type} that a user meets, but those of all pipelines; required ones first.
   */
  static List<PipelineOption> of(Class<? extends PipelineOptions> type) {
    Set<String> ofAll = namesOf(PipelineOptions.class);
    Map<String, PipelineOption> options = new TreeMap<>();
    for (Method getter : getters(type)) {
      if (!ofAll.contains(nameOf(getter)) && !getter.isAnnotationPresent(JsonIgnore.class)) {
        options.merge(nameOf(getter), of(getter), (one, other) -> one.described() ? one : other);
      }
    }
    return options.values().stream()
        .sorted(Comparator.comparing(option -> !option.required()))
        .toList();
  }

  /** The names of all options of {@code type}. */
  static Set<String> namesOf(Class<? extends PipelineOptions> type) {
    return getters(type).stream().map(PipelineOption::nameOf).collect(Collectors.toSet());
  }

  private boolean described() {
    return !description.isEmpty();
  }

  private static PipelineOption of(Method getter) {
    Description description = getter.getAnnotation(Description.class);
    Validation.Required required = getter.getAnnotation(Validation.Required.class);
    return new PipelineOption(
        nameOf(getter),
        valueOf(getter.getReturnType()),
        description == null ? "" : description.value(),
        defaultOf(getter),
        required != null && required.groups().length == 0);
  }

  private static List<Method> getters(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getParameterCount() == 0 && !method.isDefault())
        .filter(method -> method.getName().matches("(get|is)[A-Z].*"))
        .filter(method -> PipelineOptions.class.isAssignableFrom(method.getDeclaringClass()))
        .toList();
  }

  private static String nameOf(Method getter) {
    String name = getter.getName().replaceFirst("get|is", "");
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static String valueOf(Class<?> type) {
    if (type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(Object::toString)
          .collect(Collectors.joining("|"));
    }
    return Collection.class.isAssignableFrom(type)
        ? "VALUE[,...]"
        : VALUES.getOrDefault(type, "VALUE");
  }

  /** The value of an annotation of {@link Default} with a value as it is written. */
  private static Optional<String> defaultOf(Method getter) {
    for (Annotation annotation : getter.getAnnotations()) {
      Class<?> type = annotation.annotationType();
      if (type.getEnclosingClass() == Default.class && type != Default.InstanceFactory.class) {
        try {
          Object value = type.getMethod("value").invoke(annotation);
          return Optional.of(value instanceof Class<?> named ? named.getSimpleName() : "" + value);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException("The default of " + getter + " has no value", e);
        }
      }
    }
    return Optional.empty();
  }
}
