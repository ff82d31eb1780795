package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A query of type 2, 3 or 4 and when it was appended to Kafka, in milliseconds. Immutable. */
public record Query(InputRecord input, long appendMillis) {
  /** The Flink type. */
  public static final ValueType<Query> TYPE = ValueType.of(Query.class, Query::write, Query::read);

  private void write(DataOutputView out) throws IOException {
    InputRecord i = input;
    int[] fields = {
      i.type(), i.time(), i.vid(), i.xway(), i.qid(), i.sInit(), i.sEnd(), i.dow(), i.tod(), i.day()
    };
    for (int field : fields) {
      out.writeInt(field);
    }
    out.writeLong(appendMillis);
  }

  private static Query read(DataInputView in) throws IOException {
    int type = in.readInt();
    int time = in.readInt();
    int vid = in.readInt();
    int xway = in.readInt();
    int qid = in.readInt();
    int sInit = in.readInt();
    int sEnd = in.readInt();
    int dow = in.readInt();
    int tod = in.readInt();
    int day = in.readInt();
    InputRecord input =
        new InputRecord(type, time, vid, -1, xway, -1, -1, -1, -1, qid, sInit, sEnd, dow, tod, day);
    return new Query(input, in.readLong());
  }
}
