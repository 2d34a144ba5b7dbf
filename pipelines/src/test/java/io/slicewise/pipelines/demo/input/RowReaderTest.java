package io.slicewise.pipelines.demo.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.pipelines.SettingException;
import io.slicewise.pipelines.demo.replay.Event;
import io.slicewise.pipelines.fields.TimeFormat;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowReaderTest {
  private static final RowFields SHOP =
      new RowFields("shop", "at", Optional.empty(), List.of("amount"), true);

  private static ReadRows read(RowFormat format, RowFields fields, String... lines) {
    TimeFormat millis = TimeFormat.of("--timestampFormat", "millis");
    return new RowReader("input", format, fields, millis)
        .read(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private static ReadRows json(String... lines) {
    return read(RowFormat.JSONL, SHOP, lines);
  }

  private static ReadRows csv(String... lines) {
    return read(RowFormat.CSV, SHOP, lines);
  }

  private static Event event(long line, String key, long timestamp, String amount) {
    return Event.of(line, key, timestamp, Map.of("amount", new BigDecimal(amount)));
  }

  @Test
  void jsonLines_areRead() {
    ReadRows rows =
        json(
            "{\"shop\": \"a\", \"at\": 5, \"amount\": 2.5, \"more\": {\"x\": 1}}",
            "",
            "{\"amount\": \"-3\", \"at\": \"-7\", \"shop\": 12}");

    assertThat(rows.events())
        .containsExactly(event(1, "a", 5, "2.5"), event(3, "12", -7, "-3").after(5));
    assertThat(rows.deadLetters()).isEmpty();
  }

  @Test
  void csv_isRead_withQuotesCommasAndLineEndsInCells() {
    ReadRows rows =
        csv(
            "shop,at,amount,note\r",
            "a,5,2.50,\r",
            "\"b, c\",6,1,\"two\r",
            "lines and a \"\"quote\"\"\"\r",
            "\r",
            "d,7,0,inches: 5\"");

    assertThat(rows.events())
        .containsExactly(event(2, "a", 5, "2.50"), event(3, "b, c", 6, "1"), event(6, "d", 7, "0"));
    assertThat(rows.deadLetters()).isEmpty();
  }

  @Test
  void byteOrderMark_isNotPartOfTheFirstName() {
    assertThat(csv("\uFEFFshop,at,amount", "a,5,1").events())
        .containsExactly(event(2, "a", 5, "1"));
  }

  @Test
  void rowsThatCannotBeRead_becomeDeadLetters_andTheRestIsRead() {
    ReadRows rows =
        json(
            "{\"shop\": \"a\", \"at\": 1, \"amount\": 1}",
            "{\"shop\": \"a\", \"at\": 2, ",
            "[1, 2]",
            "{\"at\": 3, \"amount\": 1}",
            "{\"shop\": null, \"at\": 3, \"amount\": 1}",
            "{\"shop\": [1], \"at\": 3, \"amount\": 1}",
            "{\"shop\": \"a\", \"at\": \"noon\", \"amount\": 1}",
            "{\"shop\": \"a\", \"at\": 1.5, \"amount\": 1}",
            "{\"shop\": \"a\", \"at\": 9223372036854775807, \"amount\": 1}",
            "{\"shop\": \"a\", \"at\": 4, \"amount\": \"much\"}",
            "{\"shop\": \"a\", \"at\": 4, \"amount\": true}",
            "{\"shop\": \"a\", \"at\": 4, \"amount\": 1e999}",
            "{\"shop\": \"a\", \"at\": 4, \"amount\": \"1e-302\"}",
            "{\"shop\": \"a\", \"at\": 4, \"amount\": 1} {}",
            "{\"shop\": \"a\", \"shop\": \"b\", \"at\": 4, \"amount\": 1}",
            "{\"shop\": \"z\", \"at\": 9, \"amount\": 1}");

    assertThat(rows.events()).containsExactly(event(1, "a", 1, "1"), event(16, "z", 9, "1"));
    assertThat(rows.deadLetters())
        .extracting(letter -> letter.line() + ": " + letter.reason())
        .containsExactly(
            "2: not JSON: Unexpected end-of-input within/between Object entries (column 24)",
            "3: not a JSON object",
            "4: no field 'shop'; there are: at, amount",
            "5: field 'shop' is empty",
            "6: field 'shop' is not a plain value",
            "7: field 'at' is \"noon\": not milliseconds since the epoch",
            "8: field 'at' is 1.5: not milliseconds since the epoch",
            "9: field 'at' is 9223372036854775807: outside Beam's range of time",
            "10: field 'amount' is \"much\": not a number",
            "11: field 'amount' is true: not a number",
            "12: field 'amount' is 1E+999: too large a number, at most 300 digits before the point",
            "13: field 'amount' has more than 300 digits",
            "14: more than one JSON value",
            "15: not JSON: Duplicate field 'shop' (column 21)");
    assertThat(rows.deadLetters().get(1).row()).isEqualTo("[1, 2]");
    assertThat(rows.rows()).isEqualTo(16);
  }

  @Test
  void bytesThatAreNotUtf8_makeADeadLetter() {
    byte[] bytes = "{\"shop\": \"?\", \"at\": 1, \"amount\": 1}".getBytes(StandardCharsets.UTF_8);
    bytes[10] = (byte) 0xE4;
    TimeFormat millis = TimeFormat.of("--timestampFormat", "millis");

    ReadRows rows = new RowReader("input", RowFormat.JSONL, SHOP, millis).read(bytes);

    assertThat(rows.deadLetters())
        .containsExactly(
            new DeadLetter(1, "not UTF-8", "{\"shop\": \"\uFFFD\", \"at\": 1, \"amount\": 1}"));
  }

  @Test
  void brokenCsv_costsOnlyItsOwnLines() {
    ReadRows rows =
        csv(
            "shop,at,amount",
            "a,1,1",
            "b,2",
            "c,3,3,3",
            "\"d,4,4",
            "\"e\"x,5,5",
            "f,6,",
            ",7,7",
            "g,8,8");

    assertThat(rows.events()).containsExactly(event(2, "a", 1, "1"), event(9, "g", 8, "8"));
    assertThat(rows.deadLetters())
        .extracting(letter -> letter.line() + ": " + letter.reason())
        .containsExactly(
            "3: 2 columns, but the header has 3",
            "4: 4 columns, but the header has 3",
            "5: text after a closing quote; a quote inside a cell must be doubled",
            "6: text after a closing quote; a quote inside a cell must be doubled",
            "7: field 'amount' is empty",
            "8: field 'shop' is empty");
  }

  @Test
  void missingColumn_isASettingThatCannotBeUsed() {
    RowFields fields = new RowFields("shop", "at", Optional.of("came"), List.of("amount"), true);

    assertThatThrownBy(() -> csv("shops,at,amount", "a,1,1"))
        .hasMessage("--key=shop: input has no such column. Name one of: shops, at, amount.");
    assertThatThrownBy(() -> csv("shop,time,amount", "a,1,1"))
        .hasMessage("--timestamp=at: input has no such column. Name one of: shop, time, amount.");
    assertThatThrownBy(() -> csv("shop;at;amount", "a;1;1"))
        .hasMessage("--key=shop: input has no such column. Name one of: shop;at;amount.");
    assertThatThrownBy(() -> csv("shop,at", "a,1"))
        .hasMessage("--value=amount: input has no such column. Name one of: shop, at.");
    assertThatThrownBy(() -> read(RowFormat.CSV, fields, "shop,at,amount", "a,1,1"))
        .isInstanceOf(SettingException.class)
        .hasMessage(
            "--arrival=came: input has no such column. Name one of: shop, at, amount, or"
                + " --arrival=none to keep the file's order.");
    assertThatThrownBy(() -> csv("shop,at,amount,at", "a,1,1,1"))
        .hasMessage(
            "--format=csv: the header of input names a column twice: shop, at, amount, at. Give each"
                + " a name of its own.");
    assertThatThrownBy(() -> csv("\"shop,at,amount", "a,1,1"))
        .hasMessage(
            "--format=csv: the header of input, line 1, cannot be read: a quote that never closes."
                + " The first line must name the columns, separated by commas.");
  }

  @Test
  void rows_areInOrderOfArrival_equalOnesInOrderOfTheInput() {
    RowFields fields = new RowFields("shop", "at", Optional.of("came"), List.of(), true);

    ReadRows rows =
        read(RowFormat.CSV, fields, "shop,at,came", "a,1,30", "b,2,10", "c,3,30", "d,4,20", "e,5,");

    assertThat(rows.events()).extracting(Event::key).containsExactly("b", "d", "a", "c");
    assertThat(rows.deadLetters())
        .extracting(DeadLetter::reason)
        .containsExactly("field 'came' is empty");
  }

  @Test
  void numbersThatAreNotRequired_mayBeMissing_butNotMalformed() {
    RowFields fields = new RowFields("shop", "at", Optional.empty(), List.of("x", "y"), false);

    ReadRows rows =
        read(
            RowFormat.JSONL,
            fields,
            "{\"shop\": \"a\", \"at\": 1, \"x\": null, \"y\": -2}",
            "{\"shop\": \"a\", \"at\": 1, \"x\": \"-\"}");

    assertThat(rows.events())
        .containsExactly(Event.of(1, "a", 1, Map.of("y", new BigDecimal("-2"))));
    assertThat(rows.deadLetters())
        .extracting(DeadLetter::reason)
        .containsExactly("field 'x' is \"-\": not a number");
  }

  @Test
  void emptyKeys_areMissingKeys_inBothFormats() {
    assertThat(json("{\"shop\": \"\", \"at\": 1, \"amount\": 1}").deadLetters())
        .extracting(DeadLetter::reason)
        .containsExactly("field 'shop' is empty");
    assertThat(csv("shop,at,amount", "\"\",1,1").deadLetters())
        .extracting(DeadLetter::reason)
        .containsExactly("field 'shop' is empty");
  }

  @Test
  void reasons_doNotTellHowToProgramTheParser() {
    assertThat(
            json(
                    "{\"at\": NaN}",
                    "{\"at\": +1}",
                    "{\"at\": 1 /* one */}",
                    "{\"at\": [1, {",
                    "{\"shop\": \"a\", \"at\": 4, \"amount\": 1e99999999999}",
                    "\"\\u00",
                    "{}")
                .deadLetters())
        .extracting(DeadLetter::reason)
        .hasSize(7)
        .allSatisfy(
            reason ->
                assertThat(reason)
                    .doesNotContain("enable", "Feature", "Source", "Exception", "non-standard"))
        .startsWith("not JSON: Non-standard token 'NaN' (column 11)")
        .endsWith("no field 'shop'; there is none");
  }

  @Test
  void emptyInput_hasNoRows() {
    assertThat(json().rows()).isZero();
    assertThat(csv("shop,at,amount", "").rows()).isZero();
  }
}
