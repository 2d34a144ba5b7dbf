package io.slicewise.pipelines.demo.report;

import java.util.Locale;

/** HTML and SVG under construction; text and attributes from outside are escaped. */
final class Markup {
  private final StringBuilder text = new StringBuilder();

  /** Text of the program, as it is. */
  Markup raw(String markup) {
    text.append(markup).append('\n');
    return this;
  }

  /**
   * Text of the program with places for {@code %s} (escaped) and {@code %d}; numbers with a
   * fraction are written with one digit.
   */
  Markup add(String format, Object... values) {
    Object[] safe = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Double number) {
        safe[i] = place(number);
      } else if (values[i] instanceof String words) {
        safe[i] = escape(words);
      } else {
        safe[i] = values[i];
      }
    }
    return raw(String.format(Locale.ROOT, format, safe));
  }

  /** A place in a picture, to a tenth of a unit. */
  static String place(double place) {
    return String.format(Locale.ROOT, "%.1f", place);
  }

  /** What stands for itself between tags and in quoted attributes. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> {
                  boolean allowed = c == '\t' || c == '\n' || c == '\r' || c >= ' ';
                  safe.appendCodePoint(allowed ? c : '?');
                }
              }
            });
    return safe.toString();
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
