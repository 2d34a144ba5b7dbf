package io.slicewise.pipelines.demo.panes;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Objects as lines of JSON, numbers as they are. */
public final class JsonLines {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private JsonLines() {}

  /** One line, without its end. */
  public static String write(Object object) {
    try {
      return MAPPER.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not JSON: " + object, e);
    }
  }

  /** What {@link #write} made of an object. */
  public static <T> T read(String line, Class<T> type) {
    try {
      return MAPPER.readValue(line, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a " + type.getSimpleName() + ": " + line, e);
    }
  }

  /** Writes a file, one line per object. */
  public static void write(Path file, Collection<?> objects) throws IOException {
    Files.write(file, objects.stream().map(JsonLines::write).toList());
  }
}
