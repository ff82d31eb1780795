package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.csv.IntegerFields;
import io.amoeba.linearroad.input.InputRecords;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * A line as it is in Kafka, and the time stamp of its Kafka record in milliseconds. Its bytes are
 * not changed by anyone.
 */
public record RawLine(byte[] line, long appendMillis) {
  /** The Flink type. */
  public static final ValueType<RawLine> TYPE =
      ValueType.of(RawLine.class, RawLine::write, RawLine::read);

  /** What {@link #timeSeconds} says of a line without a readable time. */
  static final int NO_TIME = -1;

  /** The time of a record or a tick in seconds, without reading the other fields. */
  int timeSeconds() {
    if (line.length > 0 && line[0] == 'T') {
      return InputRecords.tickTime(line, 0, line.length);
    }
    long type = IntegerFields.first(line, 0, line.length);
    long time = IntegerFields.next(line, type, line.length);
    // An unreadable field ends nowhere, which no line length equals.
    int seconds = IntegerFields.value(time);
    return (int) time < 0 || seconds < 0 ? NO_TIME : seconds;
  }

  private void write(DataOutputView out) throws IOException {
    out.writeInt(line.length);
    out.write(line);
    out.writeLong(appendMillis);
  }

  private static RawLine read(DataInputView in) throws IOException {
    byte[] line = new byte[in.readInt()];
    in.readFully(line);
    return new RawLine(line, in.readLong());
  }
}
