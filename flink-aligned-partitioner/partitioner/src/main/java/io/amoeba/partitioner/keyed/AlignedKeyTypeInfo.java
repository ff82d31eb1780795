package io.amoeba.partitioner.keyed;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of aligned keys for one maximum parallelism. Immutable. */
final class AlignedKeyTypeInfo extends TypeInformation<AlignedKey> {

  private static final long serialVersionUID = 1L;

  private final int maxParallelism;

  AlignedKeyTypeInfo(int maxParallelism) {
    this.maxParallelism = KeyGroupHashCodes.check(maxParallelism);
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public Class<AlignedKey> getTypeClass() {
    return AlignedKey.class;
  }

  @Override
  public boolean isKeyType() {
    return true;
  }

  @Override
  public TypeSerializer<AlignedKey> createSerializer(SerializerConfig config) {
    return new AlignedKeySerializer(maxParallelism);
  }

  // Flink 1.20 still declares this one abstract; Flink 2 does not know it any more.
  @Override
  public TypeSerializer<AlignedKey> createSerializer(ExecutionConfig config) {
    return new AlignedKeySerializer(maxParallelism);
  }

  @Override
  public String toString() {
    return "AlignedKey(max parallelism " + maxParallelism + ")";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AlignedKeyTypeInfo
        && ((AlignedKeyTypeInfo) other).maxParallelism == maxParallelism;
  }

  @Override
  public int hashCode() {
    return 31 * AlignedKey.class.getName().hashCode() + maxParallelism;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof AlignedKeyTypeInfo;
  }
}
