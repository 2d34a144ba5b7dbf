package io.slicewise.pipelines.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.slicewise.pipelines.demo.DemoCommand;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The report of the default run in a browser; needs {@code chromium} on the path. */
@Tag("browser")
class ReportBrowserTest {
  private static final int MEASURES = 3;

  /** The window of the default run with the most panes, and another. */
  private static final String MOST_REFINED = "#nn/1517594400000";

  private static final String OTHER = "#ci/1517652000000";

  @TempDir static Path folder;
  private static Path report;
  private static String written;
  private static Chromium chromium;

  @BeforeAll
  static void writeReport() throws IOException {
    report = folder.resolve("report.html");
    int status =
        new CommandLine(new DemoCommand())
            .setOut(new PrintWriter(new StringWriter()))
            .execute("--output=" + folder.resolve("panes.jsonl"), "--report=" + report);
    assertThat(status).isZero();
    written = Files.readString(report);
    chromium = new Chromium(folder);
  }

  private static Chromium.Dump dump(String fragment) throws IOException, InterruptedException {
    return chromium.dump(report.toUri() + fragment);
  }

  /** Class, place and shape of each mark of the second picture. */
  private static List<String> marks(String page) {
    return found("<path class=\"(mark [A-Z_]+)\" transform=\"([^\"]*)\" d=\"([^\"]*)\"", page);
  }

  private static List<String> found(String regex, String page) {
    return Pattern.compile(regex)
        .matcher(page)
        .results()
        .map(
            match ->
                IntStream.rangeClosed(1, match.groupCount())
                    .mapToObj(match::group)
                    .collect(Collectors.joining(" ")))
        .toList();
  }

  private static int offeredPanes(String page) {
    Matcher chosen = Pattern.compile("UTC, (\\d+) panes").matcher(page);
    return chosen
        .results()
        .map(MatchResult::group)
        .mapToInt(text -> Integer.parseInt(text.replaceAll("\\D", "")))
        .max()
        .orElse(0);
  }

  @Test
  void bothPictures_areShown_withoutAnError() throws Exception {
    Chromium.Dump page = dump("");

    assertThat(page.console()).isEmpty();
    assertThat(found("<svg id=\"(activity-picture|refinement-picture)\"", page.dom())).hasSize(2);
    assertThat(found("<path class=\"(series)\"", page.dom())).hasSize(6);
    assertThat(marks(page.dom()))
        .hasSize(36 * MEASURES)
        .hasSize(offeredPanes(page.dom()) * MEASURES);
    assertThat(page.dom()).contains("network nn, 2018-02-02 18:00 to 2018-02-03 18:00 UTC");
    assertThat(found("<form id=\"choice\"[^>]*(hidden)", page.dom())).isEmpty();
  }

  @Test
  void script_drawsWhatThePageAlreadyShows() throws Exception {
    Chromium.Dump page = dump(MOST_REFINED);

    assertThat(page.console()).isEmpty();
    assertThat(picture(page.dom())).isEqualTo(picture(written));
  }

  /** The elements of the second picture in order, with their texts. */
  private static List<String> picture(String page) {
    Matcher svg =
        Pattern.compile("<svg id=\"refinement-picture\"[^>]*>(.*?)</svg>", Pattern.DOTALL)
            .matcher(page);
    assertThat(svg.find()).isTrue();
    return Pattern.compile("<(line|text|path|rect) ([^>]*?)/?>([^<]*)")
        .matcher(svg.group(1))
        .results()
        .map(match -> match.group(1) + sorted(match.group(2)) + match.group(3).strip())
        .toList();
  }

  private static List<String> sorted(String attributes) {
    return found("(\\S+=\"[^\"]*\")", attributes).stream()
        .map(attribute -> attribute.replace(".0\"", "\""))
        .sorted()
        .toList();
  }

  @Test
  void address_choosesAWindow() throws Exception {
    Chromium.Dump page = dump(OTHER);

    assertThat(page.console()).isEmpty();
    assertThat(page.dom()).contains("network ci, 2018-02-03 10:00 to 2018-02-04 10:00 UTC");
    assertThat(panesOf(OTHER)).isBetween(2, 35);
    assertThat(marks(page.dom())).hasSize(panesOf(OTHER) * MEASURES);
  }

  private static int panesOf(String fragment) throws IOException {
    int slash = fragment.indexOf('/');
    String start =
        String.format(
            "{\"key\":\"%s\",\"window\":[%s,",
            fragment.substring(1, slash), fragment.substring(slash + 1));
    return (int)
        Files.readAllLines(folder.resolve("panes.jsonl")).stream()
            .filter(line -> line.startsWith(start))
            .count();
  }

  @Test
  void lists_chooseAWindow() throws Exception {
    Path clicking = folder.resolve("clicking.html");
    String clicks =
        "<script>function choose(id, value) {"
            + " var list = document.getElementById(id);"
            + " list.value = value; list.dispatchEvent(new Event('change')); }"
            + " choose('key-choice', 'ci'); choose('window-choice', '1517652000000/1517738400000');</script>";
    Files.writeString(clicking, written.replace("</body>", clicks + "</body>"));

    Chromium.Dump page = chromium.dump(clicking.toUri().toString());

    assertThat(page.console()).isEmpty();
    assertThat(page.dom()).contains("network ci, 2018-02-03 10:00 to 2018-02-04 10:00 UTC");
    assertThat(marks(page.dom())).isEqualTo(marks(dump(OTHER).dom()));
  }

  @Test
  void clickOnAWindow_showsItsPanes() throws Exception {
    for (String picture : List.of("overview-picture", "window-picture")) {
      Path clicking = folder.resolve("clicking-" + picture + ".html");
      String click =
          "<script>location.hash = '#ci/1517655600000'; setTimeout(function () {"
              + " document.querySelector('#"
              + picture
              + " [data-window=\"1517652000000/1517738400000\"]')"
              + ".dispatchEvent(new MouseEvent('click', {bubbles: true})); }, 0);</script>";
      Files.writeString(clicking, written.replace("</body>", click + "</body>"));

      Chromium.Dump page = chromium.dump(clicking.toUri().toString());

      assertThat(page.console()).isEmpty();
      assertThat(page.dom()).contains("network ci, 2018-02-03 10:00 to 2018-02-04 10:00 UTC");
      assertThat(rows(page.dom())).hasSize(panesOf(OTHER)).isEqualTo(rows(dump(OTHER).dom()));
      assertThat(rows(page.dom()).get(0)).startsWith("0 ");
    }
  }

  /** The rows of the table of panes, as the cells are read. */
  private static List<String> rows(String page) {
    Matcher table =
        Pattern.compile("<table id=\"panes-table\">.*?<tbody>(.*?)</tbody>", Pattern.DOTALL)
            .matcher(page);
    assertThat(table.find()).isTrue();
    return Pattern.compile("<tr>(.*?)</tr>", Pattern.DOTALL)
        .matcher(table.group(1))
        .results()
        .map(row -> row.group(1).replaceAll("<[^>]*>", " ").strip().replaceAll("\\s+", " "))
        .toList();
  }

  @Test
  void tableThatTheScriptWrites_isTheOneThatThePageAlreadyHad() throws Exception {
    assertThat(rows(dump(MOST_REFINED).dom())).isEqualTo(rows(written));
  }

  @Test
  void overview_hasAColumnForEachWindow_andTheWindowAllItsSlices() throws Exception {
    String page = dump(MOST_REFINED).dom();

    assertThat(found("<g class=\"(column[ a-z]*)\" data-window", page))
        .hasSize(found("<option value=\"(\\d+/\\d+)\"", page).size())
        .containsOnlyOnce("column chosen");
    assertThat(found("<rect class=\"(slice)\"", page)).hasSize(24);
    assertThat(found("<g class=\"(bar[ a-z]*)\" data-window", page))
        .hasSize(11)
        .containsOnlyOnce("bar chosen");
  }

  @Test
  void phone_showsAllWithoutScrollingSideways() throws Exception {
    String measure =
        "<script>parent.postMessage(document.documentElement.scrollWidth + ' of '"
            + " + document.documentElement.clientWidth, '*');</script>";
    Files.writeString(
        folder.resolve("measuring.html"), written.replace("</body>", measure + "</body>"));
    // the window of a browser cannot be as narrow as a phone
    Path phone = folder.resolve("phone.html");
    Files.writeString(
        phone,
        "<body><script>onmessage = function (e) { document.body.dataset.widths = e.data; };"
            + "</script><iframe src=\"measuring.html\" width=\"360\" height=\"20000\""
            + " frameborder=\"0\"></iframe></body>");

    Chromium.Dump page = chromium.dump(phone.toUri().toString());

    assertThat(page.console()).isEmpty();
    assertThat(found("data-widths=\"([^\"]*)\"", page.dom())).containsExactly("360 of 360");
  }

  @Test
  void darkScheme_isDark() throws Exception {
    Path png = folder.resolve("dark.png");

    chromium.screenshot(
        report.toUri().toString(), 1100, 2300, png, "--blink-settings=preferredColorScheme=0");

    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(pixels(image, 0x14181d)).isGreaterThan(1100 * 1000);
    assertThat(pixels(image, 0xffffff)).isLessThan(1100 * 10);
  }

  @Test
  void unknownAddress_leavesThePageAsItIs() throws Exception {
    Chromium.Dump page = dump("#nobody/7");

    assertThat(page.console()).isEmpty();
    assertThat(marks(page.dom())).isEqualTo(marks(written));
  }

  @Test
  void keysFromOutside_staySafe() throws Exception {
    Path small = folder.resolve("small.html");
    Files.writeString(small, HtmlReport.of(SampleSubject.small()));

    Chromium.Dump page =
        chromium.dump(
            small.toUri()
                + "#%3C%2Fscript%3E%3Cscript%3Ealert('x')%3C%2Fscript%3E%26%22%E2%80%A8/0");

    assertThat(page.console()).isEmpty();
    assertThat(page.dom()).contains("shop &lt;/script&gt;&lt;script&gt;alert('x')");
    assertThat(marks(page.dom())).hasSize(1);
  }

  @Test
  void screenshot_showsThePictures() throws Exception {
    Path png = folder.resolve("report.png");

    chromium.screenshot(report.toUri().toString(), 1100, 2300, png);

    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getWidth()).isEqualTo(1100);
    for (int colour : new int[] {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7}) {
      assertThat(pixels(image, colour)).as("pixels of #%06x", colour).isGreaterThan(100);
    }
    assertThat(pixels(image, 0xffffff)).isLessThan(1100 * 2300);
  }

  private static long pixels(BufferedImage image, int colour) {
    long count = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      for (int x = 0; x < image.getWidth(); x++) {
        count += (image.getRGB(x, y) & 0xffffff) == colour ? 1 : 0;
      }
    }
    return count;
  }
}
