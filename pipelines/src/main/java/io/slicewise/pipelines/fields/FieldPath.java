package io.slicewise.pipelines.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.SettingException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Where a value is in a record: names of fields, from the outside in. Names that hold a dot cannot
 * be named, nor elements of arrays.
 *
 * @param names at least one
 */
public record FieldPath(List<String> names) implements Serializable {
  /** Copies the names. */
  public FieldPath {
    names = List.copyOf(names);
  }

  /**
   * Reads for example {@code order.customer.id}.
   *
   * @param option the option that it is the value of, or a part of it
   * @throws SettingException if a name is empty
   */
  public static FieldPath parse(String option, String text) {
    List<String> names = List.of(text.split("\\.", -1));
    if (names.stream().anyMatch(String::isBlank)) {
      throw new SettingException(
          String.format(
              "%s=%s: not a path of fields. Write names with a dot between them, such as"
                  + " order.customer.id.",
              option, text));
    }
    return new FieldPath(names);
  }

  /** The value, unless a field on the path is absent or null. */
  public Optional<JsonNode> find(JsonNode record) {
    JsonNode value = record;
    for (String name : names) {
      value = value.get(name);
      if (value == null || value.isNull()) {
        return Optional.empty();
      }
    }
    return Optional.of(value);
  }

  /**
   * The value.
   *
   * @throws UnreadableRecordException if there is none
   */
  public JsonNode valueIn(JsonNode record) throws UnreadableRecordException {
    Optional<JsonNode> value = find(record);
    if (value.isEmpty()) {
      throw new UnreadableRecordException(absence(record));
    }
    return value.get();
  }

  /**
   * The value as text: a text, or a number or truth value as it is written.
   *
   * @throws UnreadableRecordException if there is none, or it is empty, an object or an array
   */
  public String textIn(JsonNode record) throws UnreadableRecordException {
    JsonNode value = valueIn(record);
    if (!value.isValueNode()) {
      throw new UnreadableRecordException("field '" + this + "' is not a plain value");
    }
    if (value.asText().isEmpty()) {
      throw new UnreadableRecordException("field '" + this + "' is empty");
    }
    return value.asText();
  }

  private String absence(JsonNode record) {
    JsonNode holder = record;
    for (int i = 0; i < names.size(); i++) {
      String path = String.join(".", names.subList(0, i + 1));
      JsonNode value = holder.get(names.get(i));
      if (value == null) {
        return holder.isObject()
            ? "no field '" + path + "'; there " + FieldNames.listed(namesIn(holder))
            : "no field '" + path + "', as what should hold it is not an object";
      }
      if (value.isNull()) {
        return "field '" + path + "' is empty";
      }
      holder = value;
    }
    throw new IllegalStateException(this + " is not absent");
  }

  private static TreeSet<String> namesIn(JsonNode holder) {
    TreeSet<String> names = new TreeSet<>();
    for (Iterator<String> all = holder.fieldNames(); all.hasNext(); ) {
      names.add(all.next());
    }
    return names;
  }

  /** As it was typed. */
  @Override
  public String toString() {
    return String.join(".", names);
  }
}
