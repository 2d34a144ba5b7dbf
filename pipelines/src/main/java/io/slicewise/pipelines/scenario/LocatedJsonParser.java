package io.slicewise.pipelines.scenario;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.slicewise.pipelines.json.JsonProblem;
import io.slicewise.pipelines.scenario.LocatedJson.Member;
import io.slicewise.pipelines.scenario.LocatedJson.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses JSON text into {@link LocatedJson}: one value, no duplicate names, numbers of 64 bits. */
final class LocatedJsonParser {
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger GREATEST = BigInteger.valueOf(Long.MAX_VALUE);

  /** Longer paths are cut in messages; no place in a scenario is this deep. */
  private static final int MAX_PATH = 200;

  private final String file;
  private final JsonParser parser;

  private LocatedJsonParser(String file, JsonParser parser) {
    this.file = file;
    this.parser = parser;
  }

  /**
   * Parses {@code text}.
   *
   * @param file what errors call it
   * @throws ScenarioFormatException if it is not one JSON value
   */
  static LocatedJson parse(String text, String file) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      return new LocatedJsonParser(file, parser).document();
    } catch (IOException e) {
      throw new UncheckedIOException("A string cannot fail to be read", e);
    }
  }

  private LocatedJson document() throws IOException {
    try {
      if (parser.nextToken() == null) {
        throw here().error("must be an array of scenarios but was empty.");
      }
      LocatedJson json = value();
      if (parser.nextToken() != null) {
        throw here().error("there must be nothing after the array of scenarios.");
      }
      return json;
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
      throw place(at).error("malformed JSON: " + JsonProblem.of(e));
    }
  }

  private LocatedJson value() throws IOException {
    Place place = here();
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> new LocatedJson(members(), place);
      case START_ARRAY -> new LocatedJson(items(), place);
      case VALUE_STRING -> new LocatedJson(parser.getText(), place);
      case VALUE_NUMBER_INT -> new LocatedJson(integer(place), place);
      case VALUE_NUMBER_FLOAT -> new LocatedJson(decimal(place), place);
      case VALUE_TRUE -> new LocatedJson(true, place);
      case VALUE_FALSE -> new LocatedJson(false, place);
      case VALUE_NULL -> new LocatedJson(LocatedJson.NULL, place);
      default -> throw place.error("malformed JSON: unexpected " + token + ".");
    };
  }

  private Map<String, Member> members() throws IOException {
    Map<String, Member> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      Place namePlace = here();
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, new Member(namePlace, value()));
    }
    return members;
  }

  private List<LocatedJson> items() throws IOException {
    List<LocatedJson> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value());
    }
    return items;
  }

  private long integer(Place place) throws IOException {
    BigInteger number = parser.getBigIntegerValue();
    if (number.compareTo(LEAST) < 0 || number.compareTo(GREATEST) > 0) {
      throw place.error("must be an integer of 64 bits but was " + number + ".");
    }
    return number.longValue();
  }

  private double decimal(Place place) throws IOException {
    double number = Double.parseDouble(parser.getText());
    if (Double.isInfinite(number)) {
      throw place.error("must be a double but was " + parser.getText() + ", which is too large.");
    }
    return number;
  }

  private Place here() {
    return place(parser.currentTokenLocation());
  }

  private Place place(JsonLocation at) {
    JsonStreamContext context = parser.getParsingContext();
    boolean opening =
        parser.currentToken() == JsonToken.START_ARRAY
            || parser.currentToken() == JsonToken.START_OBJECT;
    String path = pathTo(opening ? context.getParent() : context);
    return new Place(file, at.getLineNr(), Math.max(1, at.getColumnNr()), shortened(path));
  }

  private static String shortened(String path) {
    return path.length() <= MAX_PATH ? path : path.substring(0, MAX_PATH) + "...";
  }

  private static String pathTo(JsonStreamContext context) {
    if (context == null || context.inRoot()) {
      return "$";
    }
    String parent = pathTo(context.getParent());
    if (context.inArray()) {
      return parent + "[" + Math.max(0, context.getCurrentIndex()) + "]";
    }
    String name = context.getCurrentName();
    if (name == null) {
      return parent;
    }
    return name.matches("\\w+") ? parent + "." + name : parent + "[\"" + name + "\"]";
  }
}
