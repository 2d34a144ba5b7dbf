package io.slicewise.golden;

import static io.slicewise.golden.GoldenFile.nameOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.beam.sdk.coders.Coder;
import org.apache.beam.sdk.coders.CoderException;
import org.apache.beam.sdk.util.CoderUtils;

/**
 * A value and its bytes: a line {@code name, coder: bytes value} of a golden file.
 *
 * @param name tells it from others of the file
 * @param shown the whole value as a text
 * @param <T> the type of the value
 */
public record GoldenValue<T>(String name, Coder<T> coder, T value, Function<T, String> shown) {
  private static final HexFormat HEX = HexFormat.of();

  private String label() {
    return name + ", " + nameOf(coder);
  }

  private String line() throws CoderException {
    return label()
        + ": "
        + HEX.formatHex(CoderUtils.encodeToByteArray(coder, value))
        + " "
        + shown.apply(CoderUtils.clone(coder, value));
  }

  private void checkRead(String bytesAndText) throws CoderException {
    String[] parts = bytesAndText.split(" ", 2);
    T read = CoderUtils.decodeFromByteArray(coder, HEX.parseHex(parts[0]));
    assertThat(shown.apply(read)).as(label()).isEqualTo(parts[1]);
  }

  /** Fails unless {@code name.txt} is what is written of {@code values}. */
  public static void checkWritten(
      String name, String firstLine, List<? extends GoldenValue<?>> values) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# " + firstLine);
    for (GoldenValue<?> value : values) {
      lines.add(value.line());
    }
    GoldenFile.current(name)
        .check(
            lines,
            "These bytes are in the state or on the wire of running pipelines. If they change, a"
                + " pipeline cannot be updated: give the coder a way to tell old bytes from new,"
                + " and the new ones a format version with files of its own.");
  }

  /** Fails unless each line of {@code name.txt}, of any format version, is read as it says. */
  public static void checkRead(String name, List<? extends GoldenValue<?>> values)
      throws IOException {
    Map<String, GoldenValue<?>> byLabel =
        values.stream().collect(Collectors.toMap(GoldenValue::label, value -> value));
    for (GoldenFile file : GoldenFile.all()) {
      if (file.name().equals(name)) {
        List<String> lines = file.lines();
        for (String line : lines.subList(1, lines.size())) {
          String[] parts = line.split(": ", 2);
          assertThat(byLabel).as("%s", file.path()).containsKey(parts[0]);
          byLabel.get(parts[0]).checkRead(parts[1]);
        }
      }
    }
  }
}
