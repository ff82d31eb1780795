package io.amoeba.linearroad.job.toll;

import io.amoeba.linearroad.job.segment.SegmentTable;
import io.amoeba.linearroad.job.vehicle.Crossing;
import io.amoeba.partitioner.keyed.AlignedKey;
import io.amoeba.partitioner.keyed.AlignedKeys;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Holds crossings in keyed state until the segment table has what their minute needs. Used while
 * the job is built. Source: docs/keyed-streams.md.
 */
public final class CrossingHold {
  /** The operator's name. */
  public static final String NAME = "CrossingHold";

  /**
   * Key groups of a stream that is keyed by hash slots, 16 in each. An eighth of them would suffice
   * for the maximum of subtasks, but with less even shares.
   */
  public static final int KEY_GROUPS = 1_024;

  /** The table's operators send no records, so this key is never used. */
  private static final String NO_KEY = "";

  private static final TypeInformation<Crossing> CROSSING = Types.POJO(Crossing.class);

  private CrossingHold() {}

  /** Crossings keyed by place: Flink's hash deals places to subtasks. */
  public static SingleOutputStreamOperator<Crossing> byPlace(
      DataStream<Crossing> crossings, DataStream<Void> segmentTable) {
    return held(
        crossings.keyBy(Crossing::place, Types.LONG),
        segmentTable.keyBy(nothing -> 0L, Types.LONG),
        new HoldUntil<>(Toll::releaseMillis, CROSSING));
  }

  /**
   * Crossings keyed by the hash slot of their place in the segment table, so that the store can
   * follow. The job's maximum parallelism must be {@link #KEY_GROUPS}.
   */
  public static SingleOutputStreamOperator<Crossing> byHashSlot(
      DataStream<Crossing> crossings, DataStream<Void> segmentTable) {
    SegmentTable table = new SegmentTable();
    return held(
        crossings.keyBy(AlignedKeys.of(KEY_GROUPS, crossing -> table.keyPrefix(crossing.place()))),
        segmentTable.keyBy(AlignedKeys.of(KEY_GROUPS, nothing -> NO_KEY)),
        new OnItsHashSlots());
  }

  private static <K> SingleOutputStreamOperator<Crossing> held(
      KeyedStream<Crossing, K> crossings,
      KeyedStream<Void, K> segmentTable,
      HoldUntil<K, Crossing> hold) {
    return crossings.connect(segmentTable).process(hold, CROSSING).name(NAME).uid(NAME);
  }

  /** Refuses to work where crossings are not on the subtasks that the store would follow. */
  private static final class OnItsHashSlots extends HoldUntil<AlignedKey, Crossing> {
    private static final long serialVersionUID = 1L;

    OnItsHashSlots() {
      super(Toll::releaseMillis, CROSSING);
    }

    @Override
    public void open(OpenContext context) {
      AlignedKeys.checkMaxParallelism(getRuntimeContext(), KEY_GROUPS);
      super.open(context);
    }
  }
}
