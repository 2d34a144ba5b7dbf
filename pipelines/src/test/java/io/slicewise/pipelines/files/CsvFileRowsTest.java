package io.slicewise.pipelines.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.pipelines.SettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvFileRowsTest {
  @TempDir Path folder;
  private final List<String> rows = new ArrayList<>();

  private void read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("rows.csv"), text);
    new CsvFileRows()
        .read(
            file,
            new Rows.Receiver() {
              @Override
              public void row(byte[] payload) {
                rows.add(new String(payload, StandardCharsets.UTF_8));
              }

              @Override
              public void unreadable(Path input, long line, String row, String reason) {
                rows.add(line + ": " + row + ": " + reason);
              }
            });
  }

  @Test
  void rows_areObjectsOfTexts_withoutEmptyCells() throws IOException {
    read("a, b ,c\r\n1,,\"x, \"\"y\"\"\"\n\n2,\"two\nlines\",z\n");

    assertThat(rows)
        .containsExactly(
            "{\"a\":\"1\",\"c\":\"x, \\\"y\\\"\"}",
            "{\"a\":\"2\",\"b\":\"two\\nlines\",\"c\":\"z\"}");
  }

  @Test
  void quoteThatNeverCloses_costsOneLine() throws IOException {
    read("a,b\n1,\"open\n2,two\n3,three\n");

    assertThat(rows)
        .containsExactly(
            "2: 1,\"open: a quote that never closes",
            "{\"a\":\"2\",\"b\":\"two\"}",
            "{\"a\":\"3\",\"b\":\"three\"}");
  }

  @Test
  void rowOfAnotherLength_isToldWithItsLine() throws IOException {
    read("a,b\n1,\"x\ny\"\n1,2,3\n");

    assertThat(rows)
        .containsExactly(
            "{\"a\":\"1\",\"b\":\"x\\ny\"}", "4: 1,2,3: 3 columns, but the header has 2");
  }

  @Test
  void headerThatNamesAColumnTwice_isRefused() {
    assertThatThrownBy(() -> read("a,a\n1,2\n"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("names a column twice: a, a.");
  }
}
