package io.amoeba.linearroad.job.type;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A serializer of whole values, which are never reused. Safe for concurrent use. */
@SuppressWarnings("NullAway") // Flink's serializers answer "no instance" with null
public abstract class PlainSerializer<T> extends TypeSerializer<T> {
  private static final long serialVersionUID = 1L;

  @Override
  public final T createInstance() {
    return null;
  }

  @Override
  public final T copy(T from, T reuse) {
    return copy(from);
  }

  @Override
  public final T deserialize(T reuse, DataInputView source) throws IOException {
    return deserialize(source);
  }

  @Override
  public final void copy(DataInputView source, DataOutputView target) throws IOException {
    serialize(deserialize(source), target);
  }

  @Override
  public final int getLength() {
    return -1;
  }
}
