package io.slicewise.pipelines.kafka;

import org.apache.kafka.common.serialization.Deserializer;

/** Bytes as they are. Of a record without a key or a value, such as a tombstone, none. */
public final class PayloadDeserializer implements Deserializer<byte[]> {
  @Override
  public byte[] deserialize(String topic, byte[] bytesOrNull) {
    return bytesOrNull == null ? new byte[0] : bytesOrNull;
  }
}
