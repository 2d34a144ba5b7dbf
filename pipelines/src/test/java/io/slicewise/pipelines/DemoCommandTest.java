package io.slicewise.pipelines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user meets it. */
class DemoCommandTest {
  private static final String SALES =
      """
      shop,when,amount,note
      north,2024-03-01 10:05,2.50,
      south,2024-03-01 10:20,4,
      north,2024-03-01 10:40,1.25,
      north,2024-03-01 11:10,x,
      north,2024-03-01 11:30,-0.75,
      north,2024-03-01 13:59,1,
      south,2024-03-01 10:59,5,"one
      hour late"
      north,2024-03-01 10:00,9,later still
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int demo(String... args) {
    List<String> all = new ArrayList<>(List.of("demo"));
    all.addAll(List.of(args));
    all.add("--output=" + folder.resolve("panes.jsonl"));
    all.add("--report=" + folder.resolve("report.html"));
    return Slicewise.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(new String[0]));
  }

  private List<String> lines(String name) throws IOException {
    return Files.readAllLines(folder.resolve(name));
  }

  private Path sales() throws IOException {
    return Files.writeString(folder.resolve("sales.csv"), SALES);
  }

  @Test
  void ownRows_givePanesLateEventsDeadLettersAndAReport() throws IOException {
    int status =
        demo(
            "--input=" + sales(),
            "--key=shop",
            "--value=amount",
            "--timestamp=when",
            "--timestampFormat=yyyy-MM-dd HH:mm",
            "--arrival=none",
            "--size=1h",
            "--period=1h",
            "--lateness=3h",
            "--bound=0s");

    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    long ten = 1_709_287_200_000L;
    assertThat(lines("panes.jsonl"))
        .containsExactly(
            pane("north", ten, "3.75", "ON_TIME", 0, 0, false),
            pane("north", ten, "12.75", "LATE", 1, 1, false),
            pane("north", ten + 3_600_000, "-0.75", "ON_TIME", 0, 0, false),
            pane("north", ten + 3 * 3_600_000, "1", "ON_TIME", 0, 0, true),
            pane("south", ten, "4", "ON_TIME", 0, 0, false),
            pane("south", ten, "9", "LATE", 1, 1, false));
    assertThat(lines("panes.jsonl.late.jsonl")).isEmpty();
    assertThat(lines("panes.jsonl.dead-letters.jsonl"))
        .containsExactly(
            "{\"line\":5,\"reason\":\"field 'amount' is \\\"x\\\": not a number\","
                + "\"row\":\"north,2024-03-01 11:10,x,\"}");
    assertThat(out.toString())
        .contains("sales.csv: 7 events, in the order of the file, by shop, on DirectRunner")
        .contains(
            "Windows of 1 h every 1 h, lateness 3 h; the watermark is the newest when minus 0 h")
        .contains("Rows   1 of 8 could not be read; reasons in ");
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("<h1>sales.csv</h1>")
        .contains("sum of amount");
  }

  private static String pane(
      String key, long start, String value, String timing, int index, int nsi, boolean last) {
    return String.format(
        "{\"key\":\"%s\",\"window\":[%d,%d],\"value\":%s,\"timing\":\"%s\",\"index\":%d,"
            + "\"nonSpeculativeIndex\":%d,\"isFirst\":%b,\"isLast\":%b,\"timestamp\":%d}",
        key,
        start,
        start + 3_600_000,
        value,
        timing,
        index,
        nsi,
        index == 0,
        last,
        start + 3_599_999);
  }

  @Test
  void tooLateRows_goToTheirOwnFile() throws IOException {
    int status =
        demo(
            "--input=" + sales(),
            "--key=shop",
            "--aggregate=count",
            "--timestamp=when",
            "--timestampFormat=yyyy-MM-dd HH:mm",
            "--arrival=none",
            "--size=1h",
            "--period=1h",
            "--lateness=0s",
            "--bound=0s",
            "--runner=FlinkRunner");

    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> late = new ArrayList<>();
    for (String line : lines("panes.jsonl.late.jsonl")) {
      late.add(mapper.readTree(line));
    }
    assertThat(late).extracting(row -> row.get("line").intValue()).containsExactly(8, 10);
    assertThat(late.get(1).toString())
        .isEqualTo(
            "{\"key\":\"north\",\"value\":{},\"timestamp\":1709287200000,"
                + "\"watermark\":1709301540000,\"expiry\":1709290799999,\"line\":10}");
    assertThat(out.toString())
        .contains(
            "Late   2 events came too late for all their windows; the worst, line 10, was 4.0 h"
                + " behind the watermark")
        .contains("Rows   all 8 could be read");
    assertThat(folder.resolve("panes.jsonl.dead-letters.jsonl")).doesNotExist();
  }

  @Test
  void withoutMagnitudesAndDepths_rowsAreCounted() throws IOException {
    Path rows =
        Files.writeString(folder.resolve("rows.jsonl"), "{\"net\":\"a\",\"time\":0,\"updated\":0}");

    assertThat(demo("--input=" + rows, "--period=24h")).isZero();
    assertThat(lines("panes.jsonl"))
        .containsExactly(
            "{\"key\":\"a\",\"window\":[0,86400000],\"value\":1,\"timing\":\"ON_TIME\",\"index\":0,"
                + "\"nonSpeculativeIndex\":0,\"isFirst\":true,\"isLast\":true,"
                + "\"timestamp\":86399999}");
  }

  @Test
  void emptyInput_isACompleteRun() throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.jsonl"), "\n");

    assertThat(demo("--input=" + rows)).isZero();
    assertThat(lines("panes.jsonl")).isEmpty();
    assertThat(out.toString()).contains("Rows   the input has none");
    assertThat(Files.readString(folder.resolve("report.html"))).contains("nothing to draw");
  }

  @Test
  void oneLateEvent_hasItsWindows() throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.csv"), "net,time\na,90000000\na,0\n");

    assertThat(
            demo("--input=" + rows, "--arrival=none", "--size=1h", "--lateness=0s", "--bound=0s"))
        .isZero();
    assertThat(out.toString())
        .contains(
            "Late   1 event came too late for all its windows; the worst, line 3, was 25.0 h");
  }

  @Test
  void deadLettersOfAnEarlierRun_goAway_butALinkStays() throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.jsonl"), "\n");
    Path old = Files.writeString(folder.resolve("panes.jsonl.dead-letters.jsonl"), "old\n");

    assertThat(demo("--input=" + rows)).isZero();
    assertThat(old).doesNotExist();

    Path target = Files.writeString(folder.resolve("target"), "old\n");
    Files.createSymbolicLink(old, target);
    assertThat(demo("--input=" + rows)).isZero();
    assertThat(old).isSymbolicLink();
    assertThat(target).isEmptyFile();
  }

  @Test
  void folderForTemporaryFilesThatIsNotThere_isNamed() throws IOException {
    String before = System.getProperty("java.io.tmpdir");
    Path none = folder.resolve("none");
    System.setProperty("java.io.tmpdir", none.toString());
    try {
      assertUsageError(
          "slicewise demo: -Djava.io.tmpdir="
              + none
              + ": no folder can be made there. Name a folder that may be written.");
    } finally {
      System.setProperty("java.io.tmpdir", before);
    }
  }

  @Test
  void wrongUsage_isOneLineAndStatusTwo() {
    assertUsageError("slicewise demo: --size=24x: not a duration.", "--size=24x");
    assertUsageError("slicewise demo: --input=none.jsonl: no such file.", "--input=none.jsonl");
    assertUsageError("slicewise demo: Unknown option: '--sizes=1h'", "--sizes=1h");
    assertUsageError("slicewise demo: ", "--size");
    assertUsageError("slicewise demo: ", "--size=1h", "--size=2h");
  }

  @Test
  void inputWithoutAReadableRow_isWrongUsage_andSaysWhatIsWrongWithTheFirst() throws IOException {
    Path rows = Files.writeString(folder.resolve("rows.jsonl"), "{\"time\": 1}\n{\"net\": 5}\n");

    assertUsageError(
        "slicewise demo: rows.jsonl: none of its 2 rows can be read; line 1: no field 'net'; there are: time. Check"
            + " --format, --key, --value, --timestamp, --timestampFormat and --arrival; all reasons"
            + " are in "
            + folder.resolve("panes.jsonl.dead-letters.jsonl"),
        "--input=" + rows);
    assertThat(lines("panes.jsonl.dead-letters.jsonl")).hasSize(2);
    assertThat(err.toString()).doesNotContain("earlier run");

    Path old = Files.writeString(folder.resolve("panes.jsonl"), "old\n");
    assertUsageError("slicewise demo: rows.jsonl: none", "--input=" + rows);
    assertThat(err.toString()).contains(" Of an earlier run, not of this one: " + old + ". Try");
  }

  private void assertUsageError(String start, String... args) {
    err.getBuffer().setLength(0);
    assertThat(demo(args)).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().startsWith(start);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void help_namesEveryOptionWithItsDefault() {
    assertThat(demo("--help")).isZero();
    assertThat(out.toString())
        .contains("Usage: slicewise demo")
        .contains("--input=FILE", "--format=jsonl|csv", "--key=FIELD", "--value=FIELD")
        .contains("--timestamp=FIELD", "--timestampFormat=millis|iso|PATTERN")
        .contains("--arrival=FIELD|none", "--aggregate=count|sum|min|max|mean")
        .contains("Default: net.", "Default: time.", "Default: 24h.", "Default: 1h.")
        .contains("Sums are exact decimals; means are doubles.")
        .contains("How often a window starts.")
        .contains("500ms, 90m, 24h, 7d")
        .contains("after each 10 new events");
  }
}
