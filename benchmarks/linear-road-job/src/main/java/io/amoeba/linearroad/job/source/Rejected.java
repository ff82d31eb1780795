package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A line that is no valid input, and why. Immutable. */
public record Rejected(byte[] line, String problem) {
  /** The Flink type. */
  public static final ValueType<Rejected> TYPE =
      ValueType.of(Rejected.class, Rejected::write, Rejected::read);

  private void write(DataOutputView out) throws IOException {
    out.writeInt(line.length);
    out.write(line);
    out.writeUTF(problem);
  }

  private static Rejected read(DataInputView in) throws IOException {
    byte[] line = new byte[in.readInt()];
    in.readFully(line);
    return new Rejected(line, in.readUTF());
  }
}
