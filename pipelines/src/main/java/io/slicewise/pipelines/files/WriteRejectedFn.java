package io.slicewise.pipelines.files;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.slicewise.pipelines.aggregates.RejectedRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.beam.sdk.transforms.DoFn;

/** Writes records that are in no result, with the reason. */
final class WriteRejectedFn extends DoFn<RejectedRecord, Void> {
  private static final long serialVersionUID = 1L;
  private static final JsonMapper JSON = new JsonMapper();

  private final String file;

  WriteRejectedFn(Path file) {
    this.file = file.toAbsolutePath().toString();
  }

  @ProcessElement
  public void process(@Element RejectedRecord record) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("reason", record.reason());
    record.lateByMillis().ifPresent(millis -> json.put("lateByMillis", millis));
    json.put("row", new String(record.payload(), StandardCharsets.UTF_8));
    OutputLines.append(Path.of(file), JSON.writeValueAsString(json));
  }
}
