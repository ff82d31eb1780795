package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** At a time in seconds a vehicle became stopped at a spot, or left it (rule 8). Immutable. */
public record StopChange(int vid, int time, Spot spot, boolean stopped) {
  /** The Flink type. */
  public static final ValueType<StopChange> TYPE = ValueType.of(StopChange.class, new Serializer());

  /** Writes the fields one after the other. */
  public static final class Serializer extends ValueSerializer<StopChange> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(StopChange value, DataOutputView out) throws IOException {
      out.writeInt(value.vid);
      out.writeInt(value.time);
      value.spot.write(out);
      out.writeBoolean(value.stopped);
    }

    @Override
    public StopChange deserialize(DataInputView in) throws IOException {
      return new StopChange(in.readInt(), in.readInt(), Spot.read(in), in.readBoolean());
    }
  }
}
