package io.slicewise.pipelines.scenario;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A JSON value that knows where it stands in its file, so that whatever is wrong with it can say
 * so. The value is a {@code Map<String, Member>}, a {@code List<LocatedJson>}, a {@link String},
 * {@link Long}, {@link Double}, {@link Boolean}, or {@link #NULL}.
 */
record LocatedJson(Object value, Place place) {
  /** The JSON value {@code null}. */
  static final Object NULL = new Object();

  /** Where a value stands. */
  record Place(String file, int line, int column, String path) {
    ScenarioFormatException error(String problem) {
      return new ScenarioFormatException(
          file + ":" + line + ":" + column + ": " + path + ": " + problem);
    }
  }

  /** A member of an object, with the place of its name. */
  record Member(Place namePlace, LocatedJson value) {}

  /** The members of an object whose names have been checked. */
  record Fields(Map<String, Member> members) {
    LocatedJson get(String name) {
      return members.get(name).value();
    }

    Optional<LocatedJson> find(String name) {
      return Optional.ofNullable(members.get(name)).map(Member::value);
    }
  }

  ScenarioFormatException error(String problem) {
    return place.error(problem);
  }

  /** An object with all of the {@code required} members and no others than the {@code optional}. */
  Fields fields(List<String> required, List<String> optional) {
    Map<String, Member> members = members();
    for (Map.Entry<String, Member> member : members.entrySet()) {
      if (!required.contains(member.getKey()) && !optional.contains(member.getKey())) {
        throw member
            .getValue()
            .namePlace()
            .error("unknown field. Known here: " + known(required, optional) + ".");
      }
    }
    for (String name : required) {
      if (!members.containsKey(name)) {
        throw error("missing field \"" + name + "\".");
      }
    }
    return new Fields(members);
  }

  Fields fields(String... required) {
    return fields(Arrays.asList(required), List.of());
  }

  private static String known(List<String> required, List<String> optional) {
    String names = String.join(", ", required);
    String others = String.join(", ", optional);
    return names.isEmpty() || others.isEmpty() ? names + others : names + ", " + others;
  }

  @SuppressWarnings("unchecked")
  Map<String, Member> members() {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Member>) map;
    }
    throw mustBe("an object");
  }

  @SuppressWarnings("unchecked")
  List<LocatedJson> items() {
    if (value instanceof List<?> list) {
      return (List<LocatedJson>) list;
    }
    throw mustBe("an array");
  }

  String text() {
    if (value instanceof String text) {
      return text;
    }
    throw mustBe("a string");
  }

  boolean bool() {
    if (value instanceof Boolean bool) {
      return bool;
    }
    throw mustBe("true or false");
  }

  long integer() {
    if (value instanceof Long number) {
      return number;
    }
    throw mustBe("an integer");
  }

  /** An integer from {@code least} to {@code most}; {@code unit} is written after the numbers. */
  long integer(long least, long most, String unit) {
    long number = integer();
    if (number < least || number > most) {
      String range =
          most == Long.MAX_VALUE
              ? least + unit + " or more"
              : "from " + least + unit + " to " + most + unit;
      throw error("must be " + range + " but was " + number + unit + ".");
    }
    return number;
  }

  <E extends Enum<E>> E constant(Class<E> type) {
    return constant(type, Enum::name);
  }

  <E extends Enum<E>> E lowerCaseConstant(Class<E> type) {
    return constant(type, constant -> constant.name().toLowerCase(Locale.ROOT));
  }

  private <E extends Enum<E>> E constant(Class<E> type, Function<E, String> nameOf) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(nameOf.apply(constant), constant);
    }
    E found = byName.get(text());
    if (found == null) {
      throw error(
          "must be one of " + String.join(", ", byName.keySet()) + " but was \"" + text() + "\".");
    }
    return found;
  }

  ScenarioFormatException mustBe(String what) {
    return error("must be " + what + " but was " + described() + ".");
  }

  private String described() {
    if (value instanceof Map) {
      return "an object";
    }
    if (value instanceof List) {
      return "an array";
    }
    if (value instanceof String text) {
      return "the string \"" + text + "\"";
    }
    return value == NULL ? "null" : String.valueOf(value);
  }
}
