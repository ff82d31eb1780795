package io.amoeba.partitioner.keyed;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.types.StringValue;
import org.jspecify.annotations.Nullable;

/**
 * Writes the text alone, as Flink's own serializer of strings does; hash slot and hash code follow
 * from it, and the maximum parallelism is in the snapshot. Immutable, safe for concurrent use.
 */
final class AlignedKeySerializer extends TypeSerializer<AlignedKey> {

  private static final long serialVersionUID = 1L;

  private final int maxParallelism;
  private final transient KeyGroupHashCodes hashCodes;

  AlignedKeySerializer(int maxParallelism) {
    this.maxParallelism = maxParallelism;
    this.hashCodes = KeyGroupHashCodes.of(maxParallelism);
  }

  @Override
  public void serialize(AlignedKey key, DataOutputView out) throws IOException {
    if (key.maxParallelism() != maxParallelism) {
      throw new IOException(
          "key "
              + key
              + " is made for max parallelism "
              + key.maxParallelism()
              + ", its serializer for "
              + maxParallelism
              + ": give AlignedKeys the same number everywhere in the job");
    }
    StringValue.writeString(key.text(), out);
  }

  @Override
  public AlignedKey deserialize(DataInputView in) throws IOException {
    String text = StringValue.readString(in);
    if (text == null) {
      throw new IOException("an aligned key has no text: these bytes are not one's");
    }
    return new AlignedKey(hashCodes, text);
  }

  @Override
  public AlignedKey deserialize(AlignedKey reuse, DataInputView in) throws IOException {
    return deserialize(in);
  }

  @Override
  public AlignedKey createInstance() {
    return new AlignedKey(hashCodes, "");
  }

  @Override
  public AlignedKey copy(AlignedKey from) {
    return from;
  }

  @Override
  public AlignedKey copy(AlignedKey from, AlignedKey reuse) {
    return from;
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    StringValue.copyString(source, target);
  }

  @Override
  public boolean isImmutableType() {
    return true;
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public TypeSerializer<AlignedKey> duplicate() {
    return this;
  }

  @Override
  public TypeSerializerSnapshot<AlignedKey> snapshotConfiguration() {
    return new AlignedKeySnapshot(maxParallelism);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AlignedKeySerializer
        && ((AlignedKeySerializer) other).maxParallelism == maxParallelism;
  }

  @Override
  public int hashCode() {
    return maxParallelism;
  }

  /** Flink's message about incompatible keys has nothing else to say what differs. */
  @Override
  public String toString() {
    return "serializer of aligned keys for max parallelism " + maxParallelism;
  }

  /** The hash codes do not travel: each process has its own. */
  private Object readResolve() {
    return new AlignedKeySerializer(maxParallelism);
  }
}
