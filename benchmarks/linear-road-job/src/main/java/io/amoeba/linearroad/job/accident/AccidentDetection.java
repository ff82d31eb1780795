package io.amoeba.linearroad.job.accident;

import io.amoeba.linearroad.job.segment.Places;
import io.amoeba.linearroad.job.vehicle.StopChange;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.TimerService;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Finds the accidents that exist when a minute begins and the places they affect (rules 9 and 10).
 * Keyed by expressway and direction: stops are rare, and so the nearest of several accidents is
 * known here. The flags of a minute precede its watermark.
 */
public final class AccidentDetection extends KeyedProcessFunction<Long, StopChange, AccidentFlag> {
  private static final long serialVersionUID = 1L;

  private static final int MINUTE_SECONDS = 60;
  private static final long MINUTE_MILLIS = 60_000;
  private static final int LAST_SEGMENT = 99;

  /** How many segments before that of the accident are affected, besides it. */
  private static final int AFFECTED_BEFORE = 4;

  @SuppressWarnings("NullAway.Init")
  private transient ValueState<Carriageway> state;

  @Override
  public void open(OpenContext context) {
    state =
        getRuntimeContext().getState(new ValueStateDescriptor<>("carriageway", Carriageway.class));
  }

  @Override
  public void processElement(StopChange change, Context context, Collector<AccidentFlag> out)
      throws Exception {
    Carriageway road = state.value();
    if (road == null) {
      road = new Carriageway();
    }
    road.add(change);
    state.update(road);
    // One millisecond before the minute starts, everything before it has arrived.
    long nextMinute = (change.time() / MINUTE_SECONDS + 1) * MINUTE_MILLIS;
    context.timerService().registerEventTimeTimer(nextMinute - 1);
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<AccidentFlag> out)
      throws Exception {
    Carriageway road = state.value();
    if (road == null) {
      return;
    }
    int begin = Math.toIntExact((timestamp + 1) / 1_000);
    road.advanceTo(begin);
    Long key = context.getCurrentKey();
    emitFlags(key, road.accidentSegments(), begin / MINUTE_SECONDS + 1, out);
    if (road.isClear()) {
      state.clear();
    } else {
      state.update(road);
      registerNext(timestamp, context.timerService());
    }
  }

  /** Stopped vehicles are looked at every minute, but not in the endless time after the input. */
  private static void registerNext(long timestamp, TimerService timers) {
    if (timers.currentWatermark() != Long.MAX_VALUE) {
      timers.registerEventTimeTimer(timestamp + MINUTE_MILLIS);
    }
  }

  private static void emitFlags(
      long carriageway, TreeSet<Integer> segments, int minute, Collector<AccidentFlag> out) {
    if (segments.isEmpty()) {
      return;
    }
    int xway = (int) (carriageway >> 1);
    int dir = (int) (carriageway & 1);
    for (int entered = 0; entered <= LAST_SEGMENT; entered++) {
      Integer nearest = nearest(segments, dir, entered);
      if (nearest != null) {
        out.collect(new AccidentFlag(Places.of(xway, dir, entered), minute, nearest));
      }
    }
  }

  private static @Nullable Integer nearest(TreeSet<Integer> segments, int dir, int entered) {
    Integer ahead = dir == 0 ? segments.ceiling(entered) : segments.floor(entered);
    return ahead != null && Math.abs(ahead - entered) <= AFFECTED_BEFORE ? ahead : null;
  }
}
