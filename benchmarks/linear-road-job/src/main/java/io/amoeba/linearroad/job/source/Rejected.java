package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A line that is no valid input, and why. Immutable. */
public record Rejected(byte[] line, String problem) {
  /** The Flink type. */
  public static final ValueType<Rejected> TYPE = ValueType.of(Rejected.class, new Serializer());

  /** Writes the fields one after the other. */
  public static final class Serializer extends ValueSerializer<Rejected> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(Rejected value, DataOutputView out) throws IOException {
      out.writeInt(value.line.length);
      out.write(value.line);
      out.writeUTF(value.problem);
    }

    @Override
    public Rejected deserialize(DataInputView in) throws IOException {
      byte[] line = new byte[in.readInt()];
      in.readFully(line);
      return new Rejected(line, in.readUTF());
    }
  }
}
