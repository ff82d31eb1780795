package io.amoeba.linearroad.job.probe;

import io.amoeba.linearroad.job.type.PlainSerializer;
import io.amoeba.linearroad.job.type.PlainType;
import java.io.IOException;
import java.util.Objects;
import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.CompositeTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The Flink type of stamped values. Immutable. */
final class StampedType<T> extends PlainType<Stamped<T>> {
  private static final long serialVersionUID = 1L;

  private final TypeInformation<T> valueType;

  StampedType(TypeInformation<T> valueType) {
    this.valueType = valueType;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Class<Stamped<T>> getTypeClass() {
    return (Class<Stamped<T>>) (Class<?>) Stamped.class;
  }

  @Override
  public TypeSerializer<Stamped<T>> createSerializer(SerializerConfig config) {
    return new Serializer<>(valueType.createSerializer(config));
  }

  @Override
  public String toString() {
    return "Stamped<" + valueType + ">";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StampedType<?> that && that.valueType.equals(valueType);
  }

  @Override
  public int hashCode() {
    return Objects.hash(valueType);
  }

  /** Writes the stamp and then the value. */
  public static final class Serializer<T> extends PlainSerializer<Stamped<T>> {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<T> value;

    Serializer(TypeSerializer<T> value) {
      this.value = value;
    }

    @Override
    public boolean isImmutableType() {
      return value.isImmutableType();
    }

    @Override
    public TypeSerializer<Stamped<T>> duplicate() {
      TypeSerializer<T> duplicate = value.duplicate();
      return duplicate == value ? this : new Serializer<>(duplicate);
    }

    @Override
    public Stamped<T> copy(Stamped<T> from) {
      return new Stamped<>(value.copy(from.value()), from.router(), from.sequence());
    }

    @Override
    public void serialize(Stamped<T> stamped, DataOutputView out) throws IOException {
      out.writeLong(stamped.router());
      out.writeLong(stamped.sequence());
      value.serialize(stamped.value(), out);
    }

    @Override
    public Stamped<T> deserialize(DataInputView in) throws IOException {
      long router = in.readLong();
      long sequence = in.readLong();
      return new Stamped<>(value.deserialize(in), router, sequence);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Serializer<?> that && that.value.equals(value);
    }

    @Override
    public int hashCode() {
      return value.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Stamped<T>> snapshotConfiguration() {
      return new Snapshot<>(this);
    }
  }

  /** The snapshot of the value's serializer. */
  public static final class Snapshot<T>
      extends CompositeTypeSerializerSnapshot<Stamped<T>, Serializer<T>> {
    private static final int VERSION = 1;

    /** For Flink. */
    public Snapshot() {}

    Snapshot(Serializer<T> serializer) {
      super(serializer);
    }

    @Override
    protected int getCurrentOuterSnapshotVersion() {
      return VERSION;
    }

    @Override
    protected TypeSerializer<?>[] getNestedSerializers(Serializer<T> serializer) {
      return new TypeSerializer<?>[] {serializer.value};
    }

    @Override
    @SuppressWarnings("unchecked")
    protected Serializer<T> createOuterSerializerWithNestedSerializers(TypeSerializer<?>[] nested) {
      return new Serializer<>((TypeSerializer<T>) nested[0]);
    }
  }
}
