package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** What the statistics need of a position report: speed in miles per hour. Immutable. */
public record SpeedSample(long place, int vid, int speed) {
  /** The Flink type. */
  public static final ValueType<SpeedSample> TYPE =
      ValueType.of(SpeedSample.class, new Serializer());

  /** Writes the fields one after the other. */
  public static final class Serializer extends ValueSerializer<SpeedSample> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(SpeedSample value, DataOutputView out) throws IOException {
      out.writeLong(value.place);
      out.writeInt(value.vid);
      out.writeByte(value.speed);
    }

    @Override
    public SpeedSample deserialize(DataInputView in) throws IOException {
      return new SpeedSample(in.readLong(), in.readInt(), in.readByte());
    }
  }
}
