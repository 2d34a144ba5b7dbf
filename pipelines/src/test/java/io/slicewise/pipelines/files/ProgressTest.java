package io.slicewise.pipelines.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {
  private static final long HOUR = 3_600_000;

  @Test
  void line_tellsRecordsWatermarkAndPanes() {
    try (Progress progress = Progress.of("a run")) {
      assertThat(progress.line(0, 2_000, HOUR))
          .isEqualTo(
              "files-to-report: 0 of 2,000 records, 0 a second, watermark not known yet, 0 panes");

      Progress.of("a run").read(5 * HOUR);
      Progress.of("a run").read(4 * HOUR);
      Progress.of("a run").pane();

      assertThat(progress.line(1_234, 2_000, HOUR))
          .isEqualTo(
              "files-to-report: 2 of 2,000 records, 1,234 a second, watermark 1970-01-01 04:00,"
                  + " 1 panes");
    }
    assertThat(Progress.of("a run").panes()).isZero();
    Progress.of("a run").close();
  }
}
