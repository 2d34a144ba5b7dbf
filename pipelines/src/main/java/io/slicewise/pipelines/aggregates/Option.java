package io.slicewise.pipelines.aggregates;

import io.slicewise.pipelines.SettingException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An option as it was typed.
 *
 * @param name with its dashes, such as {@code --size}
 * @param value what was given, if anything
 */
public record Option(String name, Optional<String> value) {
  /**
   * An option.
   *
   * @param name without dashes
   * @param valueOrNull what was given; null if nothing was
   * @throws SettingException if it was given without a value
   */
  public static Option of(String name, String valueOrNull) {
    Option option = new Option("--" + name, Optional.ofNullable(valueOrNull).map(String::strip));
    if (option.value.filter(String::isEmpty).isPresent()) {
      throw new SettingException(
          option.name + ": is empty. Give it a value or leave the option out.");
    }
    return option;
  }

  /**
   * The value.
   *
   * @param purpose what to give it, such as {@code the field to group by, such as customer.id}
   * @throws SettingException if there is none
   */
  public String required(String purpose) {
    return value.orElseThrow(
        () -> new SettingException(name + ": is missing. Give it " + purpose + "."));
  }

  /**
   * Refuses a value.
   *
   * @param reason why it has no effect, such as {@code only sessions have a gap}
   * @throws SettingException if there is one
   */
  public void refuse(String reason) {
    if (value.isPresent()) {
      throw new SettingException(
          String.format("%s: has no effect: %s. Leave it out.", this, reason));
    }
  }

  /**
   * The constant with the value as its name; underscores are written as hyphens.
   *
   * @throws SettingException if there is none
   */
  public <E extends Enum<E>> E choice(List<E> choices) {
    String given = required("one of: " + names(choices));
    return choices.stream()
        .filter(choice -> name(choice).equals(given.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(() -> wrong("unknown", "Use one of: " + names(choices)));
  }

  /** An exception for the value as a whole. */
  public SettingException wrong(String problem, String wayOut) {
    return new SettingException(String.format("%s: %s. %s.", this, problem, wayOut));
  }

  private static String names(List<? extends Enum<?>> choices) {
    return choices.stream().map(Option::name).collect(Collectors.joining(", "));
  }

  private static String name(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** As it was typed. */
  @Override
  public String toString() {
    return value.map(given -> name + "=" + given).orElse(name);
  }
}
