package io.slicewise.pipelines.aggregates;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BinaryNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.FloatNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/**
 * Reads a record from Avro's binary encoding. Decimals are numbers, times are milliseconds since
 * 1970 whatever their unit, bytes are Base64.
 *
 * <p>Lengths in the bytes are believed only as far as there are bytes: a broken record costs no
 * more memory than a good one.
 */
final class AvroRecord {
  private static final int DEEPEST = 1_000;
  private static final long MICROS_PER_MILLI = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final ByteArrayInputStream bytes;
  private final BinaryDecoder decoder;

  private AvroRecord(byte[] payload) {
    bytes = new ByteArrayInputStream(payload);
    // Direct: reads no further than it must, so that what is left can be counted.
    decoder = DecoderFactory.get().directBinaryDecoder(bytes, null);
  }

  /**
   * Reads one record.
   *
   * @throws UnreadableRecordException if the bytes are not one value of the schema, and no more
   */
  static JsonNode read(Schema schema, byte[] payload) throws UnreadableRecordException {
    AvroRecord record = new AvroRecord(payload);
    JsonNode node;
    try {
      node = record.value(schema, 0);
    } catch (IOException | AvroRuntimeException | UnsupportedOperationException e) {
      throw new UnreadableRecordException(
          "not Avro of the schema: the bytes end too early, or are wrong");
    }
    if (record.bytes.available() > 0) {
      throw new UnreadableRecordException(
          "not Avro of the schema: " + record.bytes.available() + " bytes too many");
    }
    return node;
  }

  private JsonNode value(Schema schema, int depth) throws IOException, UnreadableRecordException {
    if (depth > DEEPEST) {
      throw new UnreadableRecordException("nested deeper than " + DEEPEST + " levels");
    }
    return switch (schema.getType()) {
      case RECORD -> record(schema, depth);
      case UNION -> value(choice(schema), depth + 1);
      case ARRAY -> array(schema.getElementType(), depth);
      case MAP -> map(schema.getValueType(), depth);
      case ENUM -> TextNode.valueOf(symbol(schema));
      case STRING -> TextNode.valueOf(string());
      case BYTES -> binary(schema, bytes(decoder.readLong()));
      case FIXED -> binary(schema, bytes(schema.getFixedSize()));
      case INT -> IntNode.valueOf(decoder.readInt());
      case LONG -> LongNode.valueOf(millis(schema.getLogicalType(), decoder.readLong()));
      case FLOAT -> FloatNode.valueOf(decoder.readFloat());
      case DOUBLE -> DoubleNode.valueOf(decoder.readDouble());
      case BOOLEAN -> BooleanNode.valueOf(decoder.readBoolean());
      case NULL -> NullNode.getInstance();
    };
  }

  private ObjectNode record(Schema schema, int depth)
      throws IOException, UnreadableRecordException {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    for (Schema.Field field : schema.getFields()) {
      node.set(field.name(), value(field.schema(), depth + 1));
    }
    return node;
  }

  private Schema choice(Schema union) throws IOException, UnreadableRecordException {
    int index = decoder.readIndex();
    if (index < 0 || index >= union.getTypes().size()) {
      throw new UnreadableRecordException(
          "not Avro of the schema: choice " + index + " of " + union.getTypes().size());
    }
    return union.getTypes().get(index);
  }

  private String symbol(Schema schema) throws IOException, UnreadableRecordException {
    int index = decoder.readEnum();
    if (index < 0 || index >= schema.getEnumSymbols().size()) {
      throw new UnreadableRecordException(
          "not Avro of the schema: symbol " + index + " of " + schema.getEnumSymbols().size());
    }
    return schema.getEnumSymbols().get(index);
  }

  private ArrayNode array(Schema element, int depth) throws IOException, UnreadableRecordException {
    ArrayNode node = JsonNodeFactory.instance.arrayNode();
    for (long left = decoder.readArrayStart(); left > 0; left = decoder.arrayNext()) {
      requireBytes(left);
      for (long i = 0; i < left; i++) {
        node.add(value(element, depth + 1));
      }
    }
    return node;
  }

  private ObjectNode map(Schema element, int depth) throws IOException, UnreadableRecordException {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    for (long left = decoder.readMapStart(); left > 0; left = decoder.mapNext()) {
      requireBytes(left);
      for (long i = 0; i < left; i++) {
        node.set(string(), value(element, depth + 1));
      }
    }
    return node;
  }

  /** Each takes a byte at least; of elements that take none, there could be any number. */
  private void requireBytes(long elements) throws UnreadableRecordException {
    if (elements > bytes.available()) {
      throw new UnreadableRecordException(
          "not Avro of the schema: "
              + elements
              + " elements announced, but "
              + bytes.available()
              + " bytes left");
    }
  }

  private String string() throws IOException, UnreadableRecordException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes(decoder.readLong())))
          .toString();
    } catch (CharacterCodingException e) {
      throw new UnreadableRecordException("not Avro of the schema: a string that is not UTF-8");
    }
  }

  private byte[] bytes(long length) throws IOException, UnreadableRecordException {
    if (length < 0 || length > bytes.available()) {
      throw new UnreadableRecordException(
          "not Avro of the schema: "
              + length
              + " bytes announced, but "
              + bytes.available()
              + " left");
    }
    byte[] read = new byte[(int) length];
    decoder.readFixed(read);
    return read;
  }

  private static JsonNode binary(Schema schema, byte[] read) throws UnreadableRecordException {
    if (schema.getLogicalType() instanceof LogicalTypes.Decimal decimal) {
      if (read.length == 0) {
        throw new UnreadableRecordException("not Avro of the schema: a decimal without bytes");
      }
      return DecimalNode.valueOf(new BigDecimal(new BigInteger(read), decimal.getScale()));
    }
    return BinaryNode.valueOf(read);
  }

  private static long millis(LogicalType type, long value) {
    String name = type == null ? "" : type.getName();
    if (name.endsWith("timestamp-micros")) {
      return Math.floorDiv(value, MICROS_PER_MILLI);
    }
    return name.endsWith("timestamp-nanos") ? Math.floorDiv(value, NANOS_PER_MILLI) : value;
  }
}
