package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * LAV in miles per hour and NOV that are valid for a place in a minute (rules 3 and 4). Immutable.
 */
public record Statistics(long place, int minute, int lav, int nov) {
  /** The Flink type. */
  public static final ValueType<Statistics> TYPE = ValueType.of(Statistics.class, new Serializer());

  /** Writes the fields one after the other. */
  public static final class Serializer extends ValueSerializer<Statistics> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(Statistics value, DataOutputView out) throws IOException {
      out.writeLong(value.place);
      out.writeInt(value.minute);
      out.writeInt(value.lav);
      out.writeInt(value.nov);
    }

    @Override
    public Statistics deserialize(DataInputView in) throws IOException {
      return new Statistics(in.readLong(), in.readInt(), in.readInt(), in.readInt());
    }
  }
}
