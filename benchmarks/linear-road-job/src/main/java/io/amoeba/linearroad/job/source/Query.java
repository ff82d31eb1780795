package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.type.ValueSerializer;
import io.amoeba.linearroad.job.type.ValueType;
import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** A query of type 2, 3 or 4 and when it was appended to Kafka, in milliseconds. Immutable. */
public record Query(InputRecord input, long appendMillis) {
  /** The Flink type. */
  public static final ValueType<Query> TYPE = ValueType.of(Query.class, new Serializer());

  /** Writes the fields one after the other; queries are rare, so none is left out. */
  public static final class Serializer extends ValueSerializer<Query> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(Query value, DataOutputView out) throws IOException {
      InputRecord i = value.input;
      int[] fields = {
        i.type(), i.time(), i.vid(), i.xway(), i.qid(), i.sInit(), i.sEnd(), i.dow(), i.tod(),
        i.day()
      };
      for (int field : fields) {
        out.writeInt(field);
      }
      out.writeLong(value.appendMillis);
    }

    @Override
    public Query deserialize(DataInputView in) throws IOException {
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
          new InputRecord(
              type, time, vid, -1, xway, -1, -1, -1, -1, qid, sInit, sEnd, dow, tod, day);
      return new Query(input, in.readLong());
    }
  }
}
