package io.slicewise.pipelines.files;

import io.slicewise.pipelines.SettingException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/**
 * Records of Avro container files, each in Avro's binary encoding by the schema of the first file.
 */
final class AvroFileRows implements Rows {
  private final Schema schema;

  AvroFileRows(Schema schema) {
    this.schema = schema;
  }

  /**
   * The schema that a file was written with.
   *
   * @throws SettingException if it is no container file
   */
  static Schema schemaOf(Path file) {
    try (DataFileReader<GenericRecord> reader = open(file.toFile(), null)) {
      return reader.getSchema();
    } catch (IOException e) {
      throw new SettingException(
          "--input: " + file + " is no Avro container file. Name its format with --inputFormat.");
    }
  }

  private static DataFileReader<GenericRecord> open(File file, Schema expected) throws IOException {
    return new DataFileReader<>(file, new GenericDatumReader<>(null, expected));
  }

  @Override
  public void read(Path file, Receiver receiver) throws IOException {
    GenericDatumWriter<GenericRecord> writer = new GenericDatumWriter<>(schema);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = null;
    try (DataFileReader<GenericRecord> records = open(file.toFile(), schema)) {
      while (records.hasNext()) {
        GenericRecord record = records.next();
        bytes.reset();
        encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
        writer.write(record, encoder);
        encoder.flush();
        receiver.row(bytes.toByteArray());
      }
    } catch (AvroRuntimeException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }
}
