package io.amoeba.partitioner.handover;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * How many bytes values take when they are serialised: less than in the heap, and the one measure
 * that every type has. Confined to the task thread.
 */
final class SerializedSize<T> {

  private static final int FIRST_BYTES = 256;
  private static final int MOST_KEPT_BYTES = 64 << 10;

  private final TypeSerializer<T> serializer;
  private DataOutputSerializer out = new DataOutputSerializer(FIRST_BYTES);

  SerializedSize(TypeSerializer<T> serializer) {
    this.serializer = serializer.duplicate();
  }

  int of(T value) throws IOException {
    serializer.serialize(value, out);
    int bytes = out.length();
    if (bytes <= MOST_KEPT_BYTES) {
      out.clear();
    } else {
      out = new DataOutputSerializer(FIRST_BYTES); // one large record must not cost memory forever
    }
    return bytes;
  }
}
