package io.amoeba.linearroad.job.type;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSchemaCompatibility;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;
import org.apache.flink.util.InstantiationUtil;

/** Remembers in a checkpoint which {@link ValueSerializer} wrote it. */
public final class ValueSerializerSnapshot<T> implements TypeSerializerSnapshot<T> {
  private static final int VERSION = 1;

  @SuppressWarnings("NullAway.Init") // Flink reads it right after creation
  private TypeSerializer<T> serializer;

  /** For Flink, which calls {@link #readSnapshot} next. */
  @SuppressWarnings("NullAway.Init")
  public ValueSerializerSnapshot() {}

  ValueSerializerSnapshot(TypeSerializer<T> serializer) {
    this.serializer = serializer;
  }

  @Override
  public int getCurrentVersion() {
    return VERSION;
  }

  @Override
  public void writeSnapshot(DataOutputView out) throws IOException {
    out.writeUTF(serializer.getClass().getName());
  }

  @Override
  @SuppressWarnings("unchecked")
  public void readSnapshot(int readVersion, DataInputView in, ClassLoader classLoader)
      throws IOException {
    Class<TypeSerializer<T>> type =
        (Class<TypeSerializer<T>>)
            (Class<?>) InstantiationUtil.resolveClassByName(in, classLoader, TypeSerializer.class);
    serializer = InstantiationUtil.instantiate(type);
  }

  @Override
  public TypeSerializer<T> restoreSerializer() {
    return serializer;
  }

  @Override
  public TypeSerializerSchemaCompatibility<T> resolveSchemaCompatibility(
      TypeSerializerSnapshot<T> old) {
    boolean same =
        old instanceof ValueSerializerSnapshot<T> that
            && that.serializer.getClass() == serializer.getClass();
    return same
        ? TypeSerializerSchemaCompatibility.compatibleAsIs()
        : TypeSerializerSchemaCompatibility.incompatible();
  }
}
