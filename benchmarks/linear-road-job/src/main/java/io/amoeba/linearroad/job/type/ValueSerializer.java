package io.amoeba.linearroad.job.type;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Field;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.base.TypeSerializerSingleton;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.InstantiationUtil;
import org.jspecify.annotations.Nullable;

/** The serializer of a {@link ValueType}. Stateless, safe for concurrent use. */
@SuppressWarnings("NullAway") // Flink's serializers answer "no instance" with null
public final class ValueSerializer<T> extends TypeSerializerSingleton<T> {
  private static final long serialVersionUID = 1L;

  private final Class<T> valueClass;
  private final Writer<T> writer;
  private final Reader<T> reader;
  private final @Nullable Copier<T> copier;

  ValueSerializer(
      Class<T> valueClass, Writer<T> writer, Reader<T> reader, @Nullable Copier<T> copier) {
    this.valueClass = valueClass;
    this.writer = writer;
    this.reader = reader;
    this.copier = copier;
  }

  /** Writes the fields of a value. */
  @FunctionalInterface
  public interface Writer<T> extends Serializable {
    /** Writes them one after the other. */
    void write(T value, DataOutputView out) throws IOException;
  }

  /** Reads what a {@link Writer} wrote. */
  @FunctionalInterface
  public interface Reader<T> extends Serializable {
    /** A new value. */
    T read(DataInputView in) throws IOException;
  }

  /** Copies a value that may change. */
  @FunctionalInterface
  public interface Copier<T> extends Serializable {
    /** A copy that shares nothing that changes. */
    T copy(T value);
  }

  Class<T> valueClass() {
    return valueClass;
  }

  @Override
  public void serialize(T value, DataOutputView out) throws IOException {
    writer.write(value, out);
  }

  @Override
  public T deserialize(DataInputView in) throws IOException {
    return reader.read(in);
  }

  @Override
  public boolean isImmutableType() {
    return copier == null;
  }

  @Override
  public T copy(T from) {
    return copier == null ? from : copier.copy(from);
  }

  @Override
  public T createInstance() {
    return null;
  }

  @Override
  public T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public int getLength() {
    return -1;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueSerializer<?> that && that.valueClass == valueClass;
  }

  @Override
  public int hashCode() {
    return valueClass.hashCode();
  }

  @Override
  public TypeSerializerSnapshot<T> snapshotConfiguration() {
    return new Snapshot<>(this);
  }

  /** Remembers in a checkpoint whose values it has: the class has the type. */
  public static final class Snapshot<T> implements TypeSerializerSnapshot<T> {
    private static final int VERSION = 1;

    @SuppressWarnings("NullAway.Init") // Flink reads it right after creation
    private ValueSerializer<T> serializer;

    /** For Flink, which calls {@link #readSnapshot} next. */
    @SuppressWarnings("NullAway.Init")
    public Snapshot() {}

    Snapshot(ValueSerializer<T> serializer) {
      this.serializer = serializer;
    }

    @Override
    public int getCurrentVersion() {
      return VERSION;
    }

    @Override
    public void writeSnapshot(DataOutputView out) throws IOException {
      out.writeUTF(serializer.valueClass.getName());
    }

    @Override
    @SuppressWarnings("unchecked") // the type of the class of that name
    public void readSnapshot(int readVersion, DataInputView in, ClassLoader classLoader)
        throws IOException {
      Class<?> valueClass = InstantiationUtil.resolveClassByName(in, classLoader);
      try {
        Field type = valueClass.getDeclaredField(ValueType.FIELD);
        type.setAccessible(true);
        serializer = ((ValueType<T>) type.get(null)).serializer();
      } catch (ReflectiveOperationException e) {
        throw new IOException(valueClass + " has no field " + ValueType.FIELD, e);
      }
    }

    @Override
    public TypeSerializer<T> restoreSerializer() {
      return serializer;
    }

    @Override
    public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
        TypeSerializerSnapshot<T> old) {
      return old instanceof Snapshot<T> that && that.serializer.equals(serializer)
          ? TypeSerializerSchemaCompatibility.compatibleAsIs()
          : TypeSerializerSchemaCompatibility.incompatible();
    }
  }
}
