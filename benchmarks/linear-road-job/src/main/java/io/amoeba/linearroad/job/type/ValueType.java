package io.amoeba.linearroad.job.type;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The Flink type of a class that has a {@link ValueSerializer}. Immutable. */
public final class ValueType<T> extends PlainType<T> {
  private static final long serialVersionUID = 1L;

  private final Class<T> valueClass;
  private final TypeSerializer<T> serializer;

  private ValueType(Class<T> valueClass, TypeSerializer<T> serializer) {
    this.valueClass = valueClass;
    this.serializer = serializer;
  }

  /** The type of a class with its serializer. */
  public static <T> ValueType<T> of(Class<T> valueClass, ValueSerializer<T> serializer) {
    return new ValueType<>(valueClass, serializer);
  }

  @Override
  public Class<T> getTypeClass() {
    return valueClass;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return serializer;
  }

  @Override
  public String toString() {
    return valueClass.getSimpleName();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueType<?> that && that.valueClass == valueClass;
  }

  @Override
  public int hashCode() {
    return valueClass.hashCode();
  }
}
