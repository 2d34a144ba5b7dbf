package io.slicewise.pipelines.files;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Lines as they are; empty ones are skipped. */
final class JsonLineRows implements Rows {
  @Override
  public void read(Path file, Receiver receiver) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      for (int b = in.read(); b >= 0; b = in.read()) {
        if (b == '\n') {
          give(line, receiver);
        } else {
          line.write(b);
        }
      }
      give(line, receiver);
    }
  }

  private static void give(ByteArrayOutputStream line, Receiver receiver) throws IOException {
    String text = line.toString(StandardCharsets.UTF_8);
    if (!text.isBlank()) {
      receiver.row(line.toByteArray());
    }
    line.reset();
  }
}
