package io.slicewise.pipelines.aggregates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.slicewise.pipelines.fields.FieldPath;
import io.slicewise.pipelines.fields.TimeFormat;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvroRecordTest {
  private static final Schema SCHEMA =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Order", "fields": [
                {"name": "id", "type": "string"},
                {"name": "count", "type": "int"},
                {"name": "at", "type": {"type": "long", "logicalType": "timestamp-micros"}},
                {"name": "weight", "type": ["null", "double"]},
                {"name": "ratio", "type": "float"},
                {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
                {"name": "tax", "type": {"type": "fixed", "name": "Tax", "size": 2, "logicalType": "decimal", "precision": 4, "scale": 1}},
                {"name": "raw", "type": "bytes"},
                {"name": "paid", "type": "boolean"},
                {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["NEW", "OLD"]}},
                {"name": "tags", "type": {"type": "array", "items": "string"}},
                {"name": "notes", "type": {"type": "map", "values": "long"}},
                {"name": "customer", "type": ["null", {"type": "record", "name": "Customer", "fields": [
                  {"name": "id", "type": "long"}, {"name": "next", "type": ["null", "Customer"]}]}]}
              ]}
              """);

  private static GenericRecord order() {
    GenericRecord order = new GenericData.Record(SCHEMA);
    order.put("id", "ü1");
    order.put("count", -3);
    order.put("at", -1_500L);
    order.put("weight", 2.5);
    order.put("ratio", 0.5f);
    order.put("price", ByteBuffer.wrap(new byte[] {(byte) 0xFF, 0x38}));
    order.put(
        "tax", new GenericData.Fixed(SCHEMA.getField("tax").schema(), new byte[] {0x00, 0x13}));
    order.put("raw", ByteBuffer.wrap(new byte[] {1, 2}));
    order.put("paid", true);
    order.put("kind", new GenericData.EnumSymbol(SCHEMA.getField("kind").schema(), "OLD"));
    order.put("tags", List.of("a", "b"));
    order.put("notes", Map.of("n", 1L));
    GenericRecord customer =
        new GenericData.Record(SCHEMA.getField("customer").schema().getTypes().get(1));
    customer.put("id", 7L);
    order.put("customer", customer);
    return order;
  }

  private static byte[] bytes(Schema schema, Object datum) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<>(schema).write(datum, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  @Test
  void allTypes_asJson() throws Exception {
    assertThat(AvroRecord.read(SCHEMA, bytes(SCHEMA, order())).toString())
        .isEqualTo(
            "{\"id\":\"ü1\",\"count\":-3,\"at\":-2,\"weight\":2.5,\"ratio\":0.5,\"price\":-2.00,"
                + "\"tax\":1.9,\"raw\":\"AQI=\",\"paid\":true,\"kind\":\"OLD\","
                + "\"tags\":[\"a\",\"b\"],\"notes\":{\"n\":1},"
                + "\"customer\":{\"id\":7,\"next\":null}}");
  }

  @Test
  void nestedFields_areFoundByPath() throws Exception {
    Schema customers = SCHEMA;
    RecordReader reader =
        new RecordReader(
            new PayloadFormat.Avro(new AvroSchema(customers)),
            FieldPath.parse("--key", "customer.id"),
            FieldPath.parse("--timestamp", "at"),
            TimeFormat.of("--timestampFormat", "millis"),
            List.of(FieldPath.parse("--aggregates", "price")),
            List.of());
    byte[] payload = bytes(SCHEMA, order());
    assertThat(reader.read(payload))
        .isEqualTo(
            new MeasuredRecord("7", Map.of("price", new BigDecimal("-2.00")), Map.of(), payload));
    assertThat(reader.timestamp(payload).getMillis()).isEqualTo(-2);
  }

  @Test
  void bytesThatEndTooEarly_orTooLate_areUnreadable() throws Exception {
    byte[] whole = bytes(SCHEMA, order());
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> AvroRecord.read(SCHEMA, cut))
          .as("the first %d bytes", length)
          .isInstanceOf(UnreadableRecordException.class);
    }
    assertThatThrownBy(() -> AvroRecord.read(SCHEMA, Arrays.copyOf(whole, whole.length + 3)))
        .hasMessage("not Avro of the schema: 3 bytes too many");
  }

  /** Each is the whole payload, in hexadecimal: lengths of gigabytes, endless blocks, no UTF-8. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "string"                            | feffffff0f61 | not Avro of the schema: 2147483647 bytes announced, but 1 left
          "string"                            | 0161         | not Avro of the schema: -1 bytes announced, but 1 left
          "string"                            | 02ff         | not Avro of the schema: a string that is not UTF-8
          "bytes"                             | feffffff0f61 | not Avro of the schema: 2147483647 bytes announced, but 1 left
          {"type":"array","items":"null"}     | d00f00       | not Avro of the schema: 1000 elements announced, but 1 bytes left
          {"type":"array","items":"null"}     | feffffff0f   | not Avro of the schema: the bytes end too early, or are wrong
          {"type":"map","values":"null"}      | d00f00       | not Avro of the schema: 1000 elements announced, but 1 bytes left
          ["null","int"]                      | 04           | not Avro of the schema: choice 2 of 2
          ["null","int"]                      | 01           | not Avro of the schema: choice -1 of 2
          {"type":"enum","name":"E","symbols":["A"]} | 02     | not Avro of the schema: symbol 1 of 1
          "long"                              | ffffffffffffffffffffff01 | not Avro of the schema: the bytes end too early, or are wrong
          {"type":"bytes","logicalType":"decimal","precision":4,"scale":2} | 00 | not Avro of the schema: a decimal without bytes
          """)
  void brokenBytes_haveAReason(String schema, String hex, String reason) {
    assertThatThrownBy(
            () -> AvroRecord.read(new Schema.Parser().parse(schema), HexFormat.of().parseHex(hex)))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessage(reason);
  }

  @Test
  void aChainOfRecords_isNotFollowedForEver() throws Exception {
    Schema chain = SCHEMA.getField("customer").schema().getTypes().get(1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < 100_000; i++) {
      out.write("\u0002\u0002".getBytes(StandardCharsets.US_ASCII));
    }
    assertThatThrownBy(() -> AvroRecord.read(chain, out.toByteArray()))
        .hasMessage("nested deeper than 1000 levels");
  }

  @Test
  void anyBytes_areReadOrUnreadable() throws Exception {
    byte[] whole = bytes(SCHEMA, order());
    int unreadable = 0;
    for (int seed = 0; seed < 20_000; seed++) {
      Random random = new Random(seed);
      byte[] changed = whole.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(AvroRecord.read(SCHEMA, changed)).as("seed %d", seed).isNotNull();
      } catch (UnreadableRecordException e) {
        unreadable++;
      }
    }
    assertThat(unreadable).isBetween(1_000, 19_000);
  }
}
