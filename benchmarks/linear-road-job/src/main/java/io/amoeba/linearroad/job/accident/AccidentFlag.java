package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * In a minute, vehicles that cross into a place are affected by an accident in a segment, the
 * nearest in their direction (rule 10). Immutable.
 */
public record AccidentFlag(long place, int minute, int accidentSegment) {
  /** The Flink type. */
  public static final ValueType<AccidentFlag> TYPE =
      ValueType.of(AccidentFlag.class, new Serializer());

  /** Writes the fields one after the other. */
  public static final class Serializer extends ValueSerializer<AccidentFlag> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(AccidentFlag value, DataOutputView out) throws IOException {
      out.writeLong(value.place);
      out.writeInt(value.minute);
      out.writeByte(value.accidentSegment);
    }

    @Override
    public AccidentFlag deserialize(DataInputView in) throws IOException {
      return new AccidentFlag(in.readLong(), in.readInt(), in.readByte());
    }
  }
}
