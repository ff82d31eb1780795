package io.amoeba.partitioner.keyed;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * What a savepoint says about its aligned keys: the version of their hash codes and the maximum
 * parallelism. State of another maximum parallelism is refused: its keys would not be found again.
 * Public for Flink, which makes it by reflection; confined to the thread that restores.
 */
public final class AlignedKeySnapshot implements TypeSerializerSnapshot<AlignedKey> {

  private static final int FORMAT = 1;

  private int maxParallelism;

  /** For restoring. */
  public AlignedKeySnapshot() {}

  AlignedKeySnapshot(int maxParallelism) {
    this.maxParallelism = maxParallelism;
  }

  @Override
  public int getCurrentVersion() {
    return FORMAT;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeInt(KeyGroupHashCodes.VERSION);
    out.writeInt(maxParallelism);
  }

  @Override
  public void readSnapshot(int format, DataInputView in, ClassLoader userCode) throws IOException {
    if (format != FORMAT) {
      throw unreadable("format " + format, "format " + FORMAT);
    }
    int version = in.readInt();
    if (version != KeyGroupHashCodes.VERSION) {
      throw unreadable("hash codes of version " + version, "version " + KeyGroupHashCodes.VERSION);
    }
    int read = in.readInt();
    try {
      maxParallelism = KeyGroupHashCodes.check(read);
    } catch (IllegalArgumentException e) {
      throw new IOException("the state's aligned keys cannot be restored: " + e.getMessage(), e);
    }
  }

  @Override
  public TypeSerializer<AlignedKey> restoreSerializer() {
    return new AlignedKeySerializer(maxParallelism);
  }

  @Override
  public TypeSerializerSchemaCompatibility<AlignedKey> resolveSchemaCompatibility(
      TypeSerializerSnapshot<AlignedKey> old) {
    return old instanceof AlignedKeySnapshot
            && ((AlignedKeySnapshot) old).maxParallelism == maxParallelism
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.incompatible();
  }

  private static IOException unreadable(String found, String known) {
    return new IOException(
        "the state's aligned keys have "
            + found
            + ", this flink-aligned-partitioner knows "
            + known
            + ": restore with the release that wrote the state, or a newer one");
  }
}
