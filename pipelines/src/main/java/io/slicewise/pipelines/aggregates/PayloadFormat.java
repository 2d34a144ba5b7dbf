package io.slicewise.pipelines.aggregates;

import com.fasterxml.jackson.databind.JsonNode;
import io.slicewise.pipelines.fields.JsonObject;
import io.slicewise.pipelines.fields.UnreadableRecordException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** How records are written. */
interface PayloadFormat extends Serializable {
  /**
   * The fields of a record.
   *
   * @throws UnreadableRecordException if it is not written so
   */
  JsonNode read(byte[] payload) throws UnreadableRecordException;

  /** One JSON object in UTF-8. */
  record Json() implements PayloadFormat {
    @Override
    public JsonNode read(byte[] payload) throws UnreadableRecordException {
      try {
        return JsonObject.parse(
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString());
      } catch (CharacterCodingException e) {
        throw new UnreadableRecordException("not UTF-8");
      }
    }
  }

  /**
   * Avro's binary encoding of one value, without a header.
   *
   * @param schema of a record, as JSON
   */
  record Avro(AvroSchema schema) implements PayloadFormat {
    @Override
    public JsonNode read(byte[] payload) throws UnreadableRecordException {
      return AvroRecord.read(schema.parsed(), payload);
    }
  }
}
