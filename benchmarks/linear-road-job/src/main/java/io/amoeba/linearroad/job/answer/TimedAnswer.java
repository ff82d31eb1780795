package io.amoeba.linearroad.job.answer;

import io.amoeba.linearroad.answer.Answer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * The line of an answer, when the report or query was appended to Kafka (milliseconds since the
 * epoch), and how long the answering operator had it (microseconds). Nobody changes the bytes.
 */
public record TimedAnswer(int type, byte[] line, long appendMillis, long latencyMicros) {
  /** The Flink type. */
  public static final ValueType<TimedAnswer> TYPE =
      ValueType.of(TimedAnswer.class, TimedAnswer::write, TimedAnswer::read);

  /** An answer and its times. */
  public static TimedAnswer of(Answer answer, long appendMillis, long latencyMicros) {
    return new TimedAnswer(answer.type(), answer.toBytes(), appendMillis, latencyMicros);
  }

  private void write(DataOutputView out) throws IOException {
    out.writeByte(type);
    out.writeShort(line.length);
    out.write(line);
    out.writeLong(appendMillis);
    out.writeLong(latencyMicros);
  }

  private static TimedAnswer read(DataInputView in) throws IOException {
    int type = in.readByte();
    byte[] line = new byte[in.readShort()];
    in.readFully(line);
    return new TimedAnswer(type, line, in.readLong(), in.readLong());
  }
}
