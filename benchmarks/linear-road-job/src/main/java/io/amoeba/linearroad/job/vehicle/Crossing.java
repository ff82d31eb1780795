package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A vehicle crossed into a place at a time in seconds, not by an exit lane (rule 6). The toll that
 * was announced at {@code chargedCrossing}, a time in seconds or {@link #NONE}, is now charged.
 * Immutable.
 */
public record Crossing(int vid, int time, long place, int chargedCrossing, long appendMillis) {
  /** No toll was pending. */
  public static final int NONE = -1;

  /** The Flink type. */
  public static final ValueType<Crossing> TYPE = ValueType.of(Crossing.class, new Serializer());

  /** Writes the fields one after the other. */
  public static final class Serializer extends ValueSerializer<Crossing> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(Crossing value, DataOutputView out) throws IOException {
      out.writeInt(value.vid);
      out.writeInt(value.time);
      out.writeLong(value.place);
      out.writeInt(value.chargedCrossing);
      out.writeLong(value.appendMillis);
    }

    @Override
    public Crossing deserialize(DataInputView in) throws IOException {
      return new Crossing(in.readInt(), in.readInt(), in.readLong(), in.readInt(), in.readLong());
    }
  }
}
