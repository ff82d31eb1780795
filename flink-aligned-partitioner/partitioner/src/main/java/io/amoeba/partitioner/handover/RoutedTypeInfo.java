package io.amoeba.partitioner.handover;

import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of {@link Routed} values of a given type. Immutable. */
public final class RoutedTypeInfo<T> extends TypeInformation<Routed<T>> {

  private static final long serialVersionUID = 1L;

  private final TypeInformation<T> valueType;

  /** Type of routed values. */
  public RoutedTypeInfo(TypeInformation<T> valueType) {
    this.valueType = valueType;
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
  @SuppressWarnings("unchecked")
  public Class<Routed<T>> getTypeClass() {
    return (Class<Routed<T>>) (Class<?>) Routed.class;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public TypeSerializer<Routed<T>> createSerializer(SerializerConfig config) {
    return new RoutedSerializer<>(valueType.createSerializer(config));
  }

  // Flink 1.20 still declares this one abstract; Flink 2 does not know it any more.
  @Override
  public TypeSerializer<Routed<T>> createSerializer(ExecutionConfig config) {
    return createSerializer(config.getSerializerConfig());
  }

  @Override
  public String toString() {
    return "Routed<" + valueType + ">";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RoutedTypeInfo
        && ((RoutedTypeInfo<?>) other).valueType.equals(valueType);
  }

  @Override
  public int hashCode() {
    return 31 * valueType.hashCode() + 7;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof RoutedTypeInfo;
  }
}
