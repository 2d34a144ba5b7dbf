package io.slicewise.pipelines.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.run.RunCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pipeline as a user meets it. */
class FilesToReportTest {
  private static final String SALES =
      """
      shop,when,amount,note
      north,2024-03-01 10:05,2.50,
      south,2024-03-01 10:20,4,
      north,2024-03-01 10:40,1.25,
      north,2024-03-01 11:10,x,
      north,2024-03-01 11:30,-0.75,
      north,2024-03-01 13:59,1,"far
      ahead"
      south,2024-03-01 10:59,5,late
      north,2024-03-01 10:00,9
      north,2024-03-01 09:00,9,later than that
      """;

  private static final String[] HOURLY = {
    "--key=shop",
    "--timestamp=when",
    "--timestampFormat=yyyy-MM-dd HH:mm",
    "--aggregates=count,sum:amount=total",
    "--size=1h",
    "--lateness=3h"
  };

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String[] options, String... more) {
    List<String> args = new ArrayList<>(List.of("files-to-report"));
    args.addAll(List.of(options));
    args.addAll(List.of(more));
    args.add("--output=" + folder.resolve("out"));
    return RunCommand.of(List.of(new FilesToReport()))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args.toArray(new String[0]));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  /** The lines of each file but the report, in order. */
  private Map<String, List<String>> written() throws IOException {
    Map<String, List<String>> written = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).toList()) {
        written.put(
            file.getFileName().toString(), Files.readAllLines(file).stream().sorted().toList());
      }
    }
    return written;
  }

  private static String row(
      String shop, int hour, int pane, String timing, boolean last, int count, String total) {
    return String.format(
        "{\"key\":\"%s\",\"window_start\":\"2024-03-01T%02d:00:00.000Z\",\"window_end\":"
            + "\"2024-03-01T%02d:00:00.000Z\",\"pane\":%d,\"timing\":\"%s\",\"is_last\":%b,"
            + "\"count\":%d,\"total\":%s}",
        shop, hour, hour + 1, pane, timing, last, count, total);
  }

  @ParameterizedTest
  @ValueSource(strings = {"DirectRunner", "FlinkRunner"})
  void csvFile_givesAFileForEachWindowAndPane_andLateAndUnreadableRows(String runner)
      throws IOException {
    int status = run(HOURLY, "--input=" + file("sales.csv", SALES), "--runner=" + runner);

    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    Map<String, List<String>> written = written();
    assertThat(written.remove("unreadable.jsonl"))
        .containsExactly(
            "{\"reason\":\"3 columns, but the header has 4\",\"file\":\""
                + folder.resolve("sales.csv")
                + "\",\"line\":10,\"row\":\"north,2024-03-01 10:00,9\"}",
            "{\"reason\":\"field 'amount' is \\\"x\\\": not a number\",\"row\":\"{\\\"shop\\\":"
                + "\\\"north\\\",\\\"when\\\":\\\"2024-03-01 11:10\\\",\\\"amount\\\":\\\"x\\\"}\"}");
    assertThat(written.remove("late.jsonl"))
        .singleElement()
        .asString()
        .contains("\"lateByMillis\":3540001", "later than that");
    assertThat(written)
        .isEqualTo(
            Map.of(
                "20240301T1000--20240301T1100-pane-00000.jsonl",
                List.of(
                    row("north", 10, 0, "ON_TIME", false, 2, "3.75"),
                    row("south", 10, 0, "ON_TIME", false, 1, "4")),
                "20240301T1000--20240301T1100-pane-00001.jsonl",
                List.of(row("south", 10, 1, "LATE", false, 2, "9")),
                "20240301T1100--20240301T1200-pane-00000.jsonl",
                List.of(row("north", 11, 0, "ON_TIME", false, 1, "-0.75")),
                "20240301T1300--20240301T1400-pane-00000.jsonl",
                List.of(row("north", 13, 0, "ON_TIME", true, 1, "1"))));
    assertThat(out.toString())
        .isEqualTo(
            String.format(
                "Rows   9 of 1 file: 2 could not be read%n"
                    + "Panes  5: 0 early, 4 on time, 1 late; in 4 windows of keys%n"
                    + "Late   1 row came too late for all their windows%n"
                    + "Wrote  4 files in %s, %s%n",
                folder.resolve("out"), folder.resolve("out/report.html")));
    assertThat(Files.readString(folder.resolve("out/report.html")))
        .contains("<h1>sales.csv</h1>")
        .contains("<dt>events</dt><dd><b>7</b> <span>of 2 keys</span>")
        .contains("<dt>windows</dt><dd><b>4</b>")
        .contains("<dt>dropped</dt><dd><b>1</b>")
        .contains("<dt>unreadable rows</dt><dd><b>2</b> <span>of 9</span>")
        .contains("<dt>shown</dt><dd>all keys; the counters are of all</dd>");
  }

  @Test
  void filesOfAPattern_areReadInTheOrderOfTheirNames_orOfArrival() throws IOException {
    file("b.jsonl", "{\"k\":\"a\",\"t\":7200000,\"seen\":2}\n\n");
    file("a.jsonl", "{\"k\":\"a\",\"t\":1,\"seen\":3}\n{\"k\":\"a\",\"t\":5,\"seen\":1}");
    file("c.txt", "not read");
    String[] options = {
      "--key=k", "--timestamp=t", "--size=1h", "--lateness=5h", "--input=" + folder + "/*.jsonl"
    };

    assertThat(run(options)).isZero();
    assertThat(written().keySet())
        .containsExactly(
            "19700101T0000--19700101T0100-pane-00000.jsonl",
            "19700101T0200--19700101T0300-pane-00000.jsonl");

    folder.resolve("out").toFile().renameTo(folder.resolve("in-order").toFile());
    assertThat(run(options, "--arrival=seen")).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(written().keySet())
        .containsExactly(
            "19700101T0000--19700101T0100-pane-00000.jsonl",
            "19700101T0000--19700101T0100-pane-00001.jsonl",
            "19700101T0200--19700101T0300-pane-00000.jsonl");
  }

  @Test
  void avroFiles_bringTheirSchema() throws IOException {
    Schema schema =
        SchemaBuilder.record("Sale")
            .fields()
            .requiredString("shop")
            .requiredLong("time")
            .requiredDouble("amount")
            .endRecord();
    Path file = folder.resolve("sales.avro");
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
      writer.create(schema, file.toFile());
      for (int i = 0; i < 3; i++) {
        GenericRecord sale = new GenericData.Record(schema);
        sale.put("shop", "north");
        sale.put("time", i * 1_000L);
        sale.put("amount", 0.5 + i);
        writer.append(sale);
      }
    }

    int status =
        run(
            new String[] {"--key=shop", "--timestamp=time", "--aggregates=count,max:amount"},
            "--input=" + file,
            "--size=1s,1m");

    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
    assertThat(written().keySet())
        .containsExactly(
            "19700101T0000--19700101T000001000-pane-00000.jsonl",
            "19700101T0000--19700101T0001-pane-00000.jsonl",
            "19700101T000001000--19700101T000002000-pane-00000.jsonl",
            "19700101T000002000--19700101T000003000-pane-00000.jsonl");
    assertThat(written().get("19700101T0000--19700101T0001-pane-00000.jsonl"))
        .singleElement()
        .asString()
        .contains("\"window_size\":60000", "\"count\":3,\"max_amount\":2.5");
  }

  @Test
  void retractions_areInTheFiles_andNotInTheReport() throws IOException {
    int status = run(HOURLY, "--input=" + file("sales.csv", SALES), "--accumulation=retracting");

    assertThat(status).isZero();
    assertThat(written().get("20240301T1000--20240301T1100-pane-00001.jsonl"))
        .hasSize(2)
        .anyMatch(line -> line.contains("\"kind\":\"RETRACTION\",\"count\":1"))
        .anyMatch(line -> line.contains("\"kind\":\"PANE\",\"count\":2"));
    assertThat(Files.readString(folder.resolve("out/report.html")))
        .contains("<dt>panes</dt><dd><b>5</b>");
  }

  @Test
  void manyRecords_areReplayedInStepsOfTheWatermark_andNoneIsLost() throws IOException {
    StringBuilder rows = new StringBuilder("k,t\n");
    for (int i = 0; i < 6_000; i++) {
      rows.append("k").append(i % 7).append(',').append(i * 1_000L).append('\n');
    }

    int status =
        run(
            new String[] {"--key=k", "--timestamp=t", "--size=1h"},
            "--input=" + file("many.csv", rows.toString()),
            "--progress=off");

    assertThat(status).isZero();
    assertThat(err.toString()).isEmpty();
    long counted =
        written().values().stream()
            .flatMap(List::stream)
            .mapToLong(line -> Long.parseLong(line.replaceAll(".*\"count\":(\\d+).*", "$1")))
            .sum();
    assertThat(counted).isEqualTo(6_000);
    assertThat(out.toString()).contains("in 14 windows of keys", "Late   0 rows");
  }

  @Test
  void rowsThatCannotBeRead_areNotARun() throws IOException {
    int status = run(HOURLY, "--input=" + file("sales.csv", "shop,day\nnorth,2024-03-01\n"));

    assertThat(status).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            String.format(
                "run files-to-report: --input=%s: none of its 1 rows can be read; the reasons are in"
                    + " %s. Check --inputFormat, --key, --timestamp, --timestampFormat and"
                    + " --arrival. Try run files-to-report --help.%n",
                folder.resolve("sales.csv"), folder.resolve("out/unreadable.jsonl")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --input=no.csv | --input=no.csv: no such file. Give the path of a file, or a pattern that finds some.
          --input=src/main | --input=src/main: is a folder. Give a pattern, such as src/main/*.
          --input=pom.xml --inputFormat=xml | --inputFormat=xml: unknown. Use one of: csv, jsonl, avro.
          --input=pom.xml --inputFormat=avro | --input: pom.xml is no Avro container file. Name its format with --inputFormat.
          --input=pom.xml --format=avro | --format=avro: is for records without a file. Use --inputFormat.
          --input=pom.xml --bound=-1s | --bound=-1s: must be zero or more. Use for example 24h.
          --input=pom.xml --progress=yes | --progress=yes: unknown. Use one of: on, off, auto.
          --input=pom.xml --report=no/r.html | --report=no/r.html: not a file in a folder that is there. Give the path of a file.
          --input=pom.xml --runner=FlinkRunner --flinkMaster=host:8081 | --flinkMaster=host:8081: files-to-report runs inside this process. Leave it out.
          """)
  void whatCannotBeUsed_isToldOnOneLine(String options, String message) {
    int status = run(HOURLY, options.split(" ", -1));

    assertThat(err.toString())
        .isEqualTo(
            String.format("run files-to-report: %s Try run files-to-report --help.%n", message));
    assertThat(status).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void folderThatIsNotEmpty_isLeftAlone() throws IOException {
    Files.createDirectory(folder.resolve("out"));
    Files.writeString(folder.resolve("out/mine.txt"), "mine");

    assertThat(run(HOURLY, "--input=" + file("sales.csv", SALES))).isEqualTo(2);
    assertThat(err.toString()).contains("is not empty. Remove what an earlier run left");
    assertThat(folder.resolve("out")).isDirectoryContaining("glob:**mine.txt");
  }
}
