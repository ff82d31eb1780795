package io.amoeba.linearroad.job.type;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/**
 * The Flink type of a class, with what writes and reads its values: neither keys nor fields are
 * taken from them. The class has it in a static field {@value #FIELD}, where a job finds it that is
 * restored from a checkpoint. Immutable.
 */
public final class ValueType<T> extends TypeInformation<T> {
  static final String FIELD = "TYPE";

  private static final long serialVersionUID = 1L;

  private final ValueSerializer<T> serializer;

  private ValueType(ValueSerializer<T> serializer) {
    this.serializer = serializer;
  }

  /** The type of a class whose values nobody changes. */
  public static <T> ValueType<T> of(
      Class<T> valueClass, ValueSerializer.Writer<T> writer, ValueSerializer.Reader<T> reader) {
    return new ValueType<>(new ValueSerializer<>(valueClass, writer, reader, null));
  }

  /** The type of a class whose values change, and so are copied. */
  public static <T> ValueType<T> ofMutable(
      Class<T> valueClass,
      ValueSerializer.Writer<T> writer,
      ValueSerializer.Reader<T> reader,
      ValueSerializer.Copier<T> copier) {
    return new ValueType<>(new ValueSerializer<>(valueClass, writer, reader, copier));
  }

  /** Writes and reads values. */
  public ValueSerializer<T> serializer() {
    return serializer;
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
  public boolean isKeyType() {
    return false;
  }

  @Override
  public Class<T> getTypeClass() {
    return serializer.valueClass();
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return serializer;
  }

  @Override
  public String toString() {
    return getTypeClass().getSimpleName();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof ValueType;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueType<?> that && that.serializer.equals(serializer);
  }

  @Override
  public int hashCode() {
    return serializer.hashCode();
  }
}
