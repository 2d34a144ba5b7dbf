package io.slicewise.pipelines.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Pattern;

/** The message of a JSON parser without its advice on how to program the parser. */
public final class JsonProblem {
  private static final Pattern ADVICE =
      Pattern.compile(
          ":? ?enable `[^`]*`( to allow)?|:? ?\\(not recognized as one since [^)]*\\)"
              + "|:? ?maybe a \\(non-standard\\) comment\\?");
  private static final Pattern SOURCE =
      Pattern.compile("\\[Source: .*?; line: (\\d+), column: (\\d+)\\]");

  private JsonProblem() {}

  /** One line that says what is wrong; where it is stands in the exception. */
  public static String of(JsonProcessingException e) {
    String line = e.getOriginalMessage().lines().findFirst().orElse("malformed");
    String placed = SOURCE.matcher(line).replaceAll("line $1, column $2");
    return ADVICE.matcher(placed).replaceAll("").strip();
  }
}
