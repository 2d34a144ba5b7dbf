package io.slicewise.pipelines.demo.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.slicewise.pipelines.demo.panes.PaneLine;
import io.slicewise.pipelines.demo.panes.PaneLine.Timing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
  private static int count(String regex, String text) {
    return (int) Pattern.compile(regex).matcher(text).results().count();
  }

  private static JsonNode data(String page) throws IOException {
    Matcher script =
        Pattern.compile(
                "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
            .matcher(page);
    assertThat(script.find()).isTrue();
    return new ObjectMapper().readTree(script.group(1));
  }

  @Test
  void page_showsFiguresPicturesAndTables_withoutAScript() throws IOException {
    String page = HtmlReport.of(SampleSubject.small());

    assertThat(page)
        .startsWith("<!DOCTYPE html>")
        .contains("<h1>rows.csv &lt;b&gt;</h1>")
        .contains("About &amp; more.")
        .contains("<dt>events</dt><dd><b>3</b>")
        .contains("<dt>windows</dt><dd><b>3</b> <span>with data, of 2 keys</span>")
        .contains("<dt>panes</dt><dd><b>5</b>")
        .contains("1 early</span>", "3 on time</span>", "1 late</span>")
        .doesNotContain("<dt>dropped</dt>")
        .contains("<b>1</b> <span>too late for all windows; the worst 5.0 h behind the watermark")
        .contains("<dt>unreadable rows</dt><dd><b>1</b> <span>of 4</span>")
        .contains("shop a, 1970-01-01 00:00 to 1970-01-01 01:00 UTC")
        .contains("pane 2, late: 1,425")
        .contains("<dt>size</dt><dd>1 h</dd>");
    assertThat(count("<path class=\"series\"", page)).isEqualTo(2);
    assertThat(count("<path class=\"mark EARLY\"", page)).isEqualTo(1);
    assertThat(count("<path class=\"mark ON_TIME\"", page)).isEqualTo(1);
    assertThat(count("<path class=\"mark LATE\"", page)).isEqualTo(1);
  }

  @Test
  void table_isTheHistoryOfTheWindow() throws IOException {
    String page = HtmlReport.of(SampleSubject.small());

    assertThat(page.replaceAll("</?t[hrd][^>]*>", "|").replace("\n", ""))
        .contains(
            "||0||early||1,200||before 1970-01-01 01:00||||",
            "||1||on time||1,300||at or past 1970-01-01 01:00||||",
            "||2||late||1,425||past 1970-01-01 01:00||yes||");
  }

  @Test
  void countersOfAPartlyShownRun_areThoseOfAllOfIt() throws IOException {
    Subject all = SampleSubject.small();
    Run.Counters counters =
        new Run.Counters(90, 7, 83, 41, 1_003, Map.of(Timing.LATE, 5_000L), 12, 60_000, 345);
    Run run = all.run();
    Subject part =
        new Subject(
            "t",
            "a",
            Map.of(),
            "shop",
            all.measures(),
            0,
            0,
            new Run(
                counters, run.eventsByKey(), run.windows(), run.firstMillis(), run.newestMillis()));

    assertThat(HtmlReport.of(part))
        .contains("<dt>events</dt><dd><b>83</b> <span>of 41 keys</span>")
        .contains("<dt>windows</dt><dd><b>1,003</b>")
        .contains("<dt>panes</dt><dd><b>5,000</b>")
        .contains("<dt>dropped</dt><dd><b>345</b>")
        .contains("<dt>unreadable rows</dt><dd><b>7</b> <span>of 90</span>")
        .contains("1,000 windows with fewer panes are not offered here");
  }

  @Test
  void page_needsNoNetwork() throws IOException {
    String page = HtmlReport.of(SampleSubject.small());

    assertThat(page).contains("default-src 'none'");
    assertThat(page.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:")
        .doesNotContain("https:")
        .doesNotContain("src=")
        .doesNotContain("href=")
        .doesNotContain("@import")
        .doesNotContain("url(");
  }

  @Test
  void keys_cannotBreakOut() throws IOException {
    String page = HtmlReport.of(SampleSubject.small());

    assertThat(page).doesNotContain("<script>alert");
    assertThat(count("<script", page)).isEqualTo(2);
    assertThat(count("</script>", page)).isEqualTo(2);
    assertThat(data(page).at("/windows/0/key").textValue()).isEqualTo(SampleSubject.BAD_KEY);
  }

  @Test
  void data_holdsEveryPaneOfEveryWindow() throws IOException {
    JsonNode data = data(HtmlReport.of(SampleSubject.small()));

    assertThat(data.get("measures").toString())
        .isEqualTo("[{\"label\":\"sum of amount\",\"fromZero\":true}]");
    assertThat(data.at("/windows/1").toString())
        .isEqualTo(
            "{\"key\":\"a\",\"start\":0,\"end\":3600000,\"panes\":[[0,\"EARLY\",false,1200.0],"
                + "[1,\"ON_TIME\",false,1300.0],[2,\"LATE\",true,1425.0]]}");
    assertThat(data.get("lateness").longValue()).isEqualTo(2 * SampleSubject.HOUR);
    assertThat(data.get("windows")).hasSize(3);
  }

  @Test
  void runWithoutPanes_saysSo() throws IOException {
    String page = HtmlReport.of(SampleSubject.of(List.of()));

    assertThat(page).contains("there is nothing to draw").doesNotContain("<h2>Activity");
  }

  @Test
  void veryManyWindows_areOfferedInPart_theMostRefinedFirst() throws IOException {
    List<PaneLine> panes = new ArrayList<>();
    for (int window = 0; window < 59_999; window++) {
      panes.add(SampleSubject.pane("a", window * SampleSubject.HOUR, 1, Timing.ON_TIME, 0));
    }
    long last = 59_999 * SampleSubject.HOUR;
    panes.add(SampleSubject.pane("a", last, 1, Timing.ON_TIME, 0));
    panes.add(SampleSubject.pane("a", last, 2, Timing.LATE, 1));

    String page = HtmlReport.of(SampleSubject.of(panes));

    assertThat(page).contains("1 windows with fewer panes are not offered here");
    JsonNode windows = data(page).get("windows");
    assertThat(windows).hasSize(59_999);
    assertThat(windows.get(59_998).get("start").longValue()).isEqualTo(last);
    Matcher line = Pattern.compile("<path class=\"series\"[^>]* d=\"([^\"]*)\"").matcher(page);
    assertThat(line.find()).isTrue();
    assertThat(count("[ML]", line.group(1))).isLessThanOrEqualTo(2000);
  }

  @Test
  void longKeys_areShortOnThePage_andStayApart() throws IOException {
    String start = "k".repeat(100_000);
    String page =
        HtmlReport.of(
            SampleSubject.of(
                List.of(
                    SampleSubject.pane(start + "1", 0, 5, Timing.ON_TIME, 0),
                    SampleSubject.pane(start + "2", 0, 6, Timing.ON_TIME, 0)),
                start + "1",
                start + "2"));

    assertThat(page.length()).isLessThan(100_000);
    assertThat(data(page).get("windows"))
        .extracting(window -> window.get("key").textValue())
        .containsExactlyInAnyOrder("k".repeat(200) + "…", "k".repeat(200) + "… (2)");
  }
}
