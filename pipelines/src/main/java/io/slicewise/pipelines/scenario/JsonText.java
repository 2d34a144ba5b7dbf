package io.slicewise.pipelines.scenario;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes maps, lists and plain values as JSON on one line, spaced as in a sentence. */
final class JsonText {
  private JsonText() {}

  static String of(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(member -> of(member.getKey()) + ": " + of(member.getValue()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(JsonText::of).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Double number && (number.isNaN() || number.isInfinite())) {
      return quoted(number.toString());
    }
    return value instanceof Number || value instanceof Boolean
        ? value.toString()
        : quoted(value.toString());
  }

  private static String quoted(String text) {
    String quoted = new String(JsonStringEncoder.getInstance().quoteAsString(text));
    // JSON allows these as they are, but some readers of lines take them for ends of lines.
    return '"'
        + quoted
            .replace("\u0085", "\\u0085")
            .replace("\u2028", "\\u2028")
            .replace("\u2029", "\\u2029")
        + '"';
  }
}
