package io.slicewise.pipelines.scenario;

/**
 * A scenario file cannot be read. The message is one line and names the file and, where there is
 * one, the line, the column and the JSON path.
 */
public final class ScenarioFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ScenarioFormatException(String message) {
    super(onOneLine(message));
  }

  private static String onOneLine(String message) {
    StringBuilder line = new StringBuilder();
    message
        .codePoints()
        .forEach(
            c -> {
              if (Character.isISOControl(c) || c == 0x2028 || c == 0x2029) {
                line.append(String.format("\\u%04x", c));
              } else {
                line.appendCodePoint(c);
              }
            });
    return line.toString();
  }
}
