package io.slicewise.pipelines.aggregates;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.slicewise.pipelines.fields.FieldPath;
import io.slicewise.pipelines.json.JsonProblem;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.beam.sdk.io.FileSystems;

/**
 * The schema of records in Avro.
 *
 * @param parsed of a record
 */
record AvroSchema(Schema parsed) implements Serializable {
  /**
   * Reads a file.
   *
   * @throws io.slicewise.pipelines.SettingException if it is no schema of a record
   */
  static AvroSchema of(Option option) {
    String file = option.required("a file with the schema of the records, such as orders.avsc");
    Schema schema;
    try {
      schema = new Schema.Parser().parse(textOf(file));
    } catch (MalformedInputException | AvroRuntimeException e) {
      throw option.wrong(
          "not an Avro schema: " + problem(e), "Give a file in JSON, such as an .avsc file");
    } catch (IOException | IllegalArgumentException e) {
      throw option.wrong("cannot be read", "Give the path of a file with an Avro schema");
    }
    if (schema.getType() != Schema.Type.RECORD) {
      throw option.wrong(
          "is the schema of a " + schema.getType().getName() + ", not of a record",
          "Give the schema of whole records");
    }
    return new AvroSchema(schema);
  }

  /** The text of a file; a URI is of a file system that Beam knows, such as {@code gs://}. */
  private static String textOf(String file) throws IOException {
    if (!file.contains("://")) {
      return Files.readString(Path.of(file));
    }
    try (InputStream in =
        Channels.newInputStream(
            FileSystems.open(FileSystems.matchSingleFileSpec(file).resourceId()))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String problem(Exception e) {
    return e.getCause() instanceof JsonProcessingException json
        ? JsonProblem.of(json)
        : e.getMessage().lines().findFirst().orElse("malformed");
  }

  /**
   * Checks that a field can be there.
   *
   * @param option that names the field, as it was typed
   * @throws io.slicewise.pipelines.SettingException if no record has such a field
   */
  void require(Option option, FieldPath path) {
    Schema holder = parsed;
    for (String name : path.names()) {
      Optional<Schema> inner = inner(holder, name);
      if (inner.isEmpty()) {
        throw option.wrong(
            "the Avro schema has no field " + path,
            holder.getType() == Schema.Type.RECORD
                ? "Name one of: " + names(holder)
                : "Name a field of a record");
      }
      holder = inner.get();
    }
  }

  private static String names(Schema holder) {
    return String.join(", ", holder.getFields().stream().map(Schema.Field::name).toList());
  }

  /** What is in a field of a record, or of a record in a union; in a map, whatever the name is. */
  private static Optional<Schema> inner(Schema holder, String name) {
    List<Schema> choices =
        holder.getType() == Schema.Type.UNION ? holder.getTypes() : List.of(holder);
    for (Schema choice : choices) {
      if (choice.getType() == Schema.Type.MAP) {
        return Optional.of(choice.getValueType());
      }
      if (choice.getType() == Schema.Type.RECORD && choice.getField(name) != null) {
        return Optional.of(choice.getField(name).schema());
      }
    }
    return Optional.empty();
  }
}
