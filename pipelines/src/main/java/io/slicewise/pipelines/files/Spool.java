package io.slicewise.pipelines.files;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.slicewise.pipelines.aggregates.RecordReader;
import io.slicewise.pipelines.demo.replay.ReplayFile;
import io.slicewise.pipelines.fields.FieldPath;
import io.slicewise.pipelines.fields.JsonObject;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Rows on their way into one file that can be replayed: each with its event time, in the order of
 * arrival. What cannot be read goes to a file of its own.
 */
final class Spool implements Rows.Receiver, AutoCloseable {
  static final String UNREADABLE = "unreadable.jsonl";

  private static final JsonMapper JSON = new JsonMapper();
  private static final int MOST_KEYS = 10_000;

  private final FilesSettings settings;
  private final RecordReader reader;
  private final Path file;
  private final Arrivals arrivals = new Arrivals();
  private final DataOutputStream out;
  private final Map<String, Long> recordsByKey = new HashMap<>();
  private long offset;
  private long rows;
  private long unreadable;
  private long recordsOfOtherKeys;
  private long firstMillis = Long.MAX_VALUE;
  private long newestMillis = Long.MIN_VALUE;

  Spool(FilesSettings settings, Path file) throws IOException {
    this.settings = settings;
    this.reader = settings.aggregation().reader();
    this.file = file;
    this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
  }

  /**
   * What is in a spool.
   *
   * @param file to replay
   * @param steps of its watermark
   * @param rows that were read
   * @param records that wait in the file
   * @param unreadable rows that are not in it
   * @param firstMillis the earliest event time
   * @param newestMillis the latest event time
   * @param recordsByKey of the first keys
   * @param recordsOfOtherKeys of all others, which are not counted one by one
   */
  record Content(
      Path file,
      WatermarkSteps steps,
      long rows,
      long records,
      long unreadable,
      long firstMillis,
      long newestMillis,
      Map<String, Long> recordsByKey,
      long recordsOfOtherKeys) {}

  /** Spools all files of the settings. */
  static Content fill(FilesSettings settings, Path folder) throws IOException {
    Path asRead = folder.resolve("rows.bin");
    try (Spool spool = new Spool(settings, asRead)) {
      for (Path input : settings.input().files()) {
        settings.rows().read(input, spool);
      }
      spool.out.flush();
      WatermarkSteps steps =
          WatermarkSteps.of(
              settings.boundMillis(),
              spool.rows - spool.unreadable,
              spool.firstMillis,
              spool.newestMillis);
      Path file = folder.resolve("chunks.bin");
      try (ChunkFile chunks = new ChunkFile(file, steps)) {
        spool.copyTo(chunks);
      }
      return new Content(
          file,
          steps,
          spool.rows,
          spool.rows - spool.unreadable,
          spool.unreadable,
          spool.firstMillis,
          spool.newestMillis,
          spool.recordsByKey,
          spool.recordsOfOtherKeys);
    }
  }

  private void copyTo(ChunkFile chunks) throws IOException {
    if (settings.arrival().isPresent()) {
      arrivals.copyInOrder(file, chunks);
      return;
    }
    try (ReplayFile<SpooledRecord> records = ReplayFile.open(file, SpooledRecord.coder(), 0)) {
      while (!records.atEnd()) {
        chunks.add(records.next());
      }
    }
  }

  @Override
  public void row(byte[] payload) throws IOException {
    long timestamp;
    String key;
    long arrival = 0;
    try {
      timestamp = reader.timestamp(payload).getMillis();
      key = reader.key(payload);
      if (settings.arrival().isPresent()) {
        arrival = arrivalOf(settings.arrival().get(), payload);
      }
    } catch (UnreadableRecordException e) {
      rows++;
      unreadable++;
      write(new String(payload, StandardCharsets.UTF_8), e.getMessage(), new LinkedHashMap<>());
      return;
    }
    rows++;
    firstMillis = Math.min(firstMillis, timestamp);
    newestMillis = Math.max(newestMillis, timestamp);
    if (recordsByKey.size() < MOST_KEYS || recordsByKey.containsKey(key)) {
      recordsByKey.merge(key, 1L, Long::sum);
    } else {
      recordsOfOtherKeys++;
    }
    if (settings.arrival().isPresent()) {
      arrivals.add(arrival, offset);
    }
    offset += ReplayFile.append(out, SpooledRecord.coder(), new SpooledRecord(timestamp, payload));
  }

  private long arrivalOf(FieldPath field, byte[] payload) throws UnreadableRecordException {
    JsonNode fields = JsonObject.parse(new String(payload, StandardCharsets.UTF_8));
    return settings.timeFormat().parse(field.toString(), field.valueIn(fields));
  }

  @Override
  public void unreadable(Path input, long line, String row, String reason) throws IOException {
    rows++;
    unreadable++;
    Map<String, Object> place = new LinkedHashMap<>();
    place.put("file", input.toString());
    place.put("line", line);
    write(row, reason, place);
  }

  private void write(String row, String reason, Map<String, Object> place) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("reason", reason);
    json.putAll(place);
    json.put("row", row);
    OutputLines.append(settings.output().resolve(UNREADABLE), JSON.writeValueAsString(json));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
