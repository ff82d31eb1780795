package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.account.AccountEvent;
import io.amoeba.linearroad.job.segment.Places;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Follows each vehicle through its trips. Keyed by VID; the reports of a vehicle arrive in the
 * order of their times. Main output: a sample of every report for the statistics.
 */
public final class VehicleStatus extends KeyedProcessFunction<Integer, Report, SpeedSample> {
  private static final long serialVersionUID = 1L;

  /** Crossings that are answered with a toll notification. */
  public static final OutputTag<Crossing> CROSSINGS =
      new OutputTag<>("crossings", Types.POJO(Crossing.class));

  /** Vehicles that become stopped or move on. */
  public static final OutputTag<StopChange> STOP_CHANGES =
      new OutputTag<>("stop-changes", Types.POJO(StopChange.class));

  /** Charges of vehicles that crossed into a segment by its exit lane. */
  public static final OutputTag<AccountEvent> EXIT_CHARGES =
      new OutputTag<>("exit-charges", Types.POJO(AccountEvent.class));

  @SuppressWarnings("NullAway.Init")
  private transient ValueState<Vehicle> state;

  @Override
  public void open(OpenContext context) {
    state = getRuntimeContext().getState(new ValueStateDescriptor<>("vehicle", Vehicle.class));
  }

  @Override
  public void processElement(Report report, Context context, Collector<SpeedSample> out)
      throws Exception {
    out.collect(new SpeedSample(report.place(), report.vid(), report.speed()));
    Vehicle known = state.value();
    if (known != null && known.isEndedBy(report)) {
      if (known.isStopped()) {
        moveOn(report, known, context);
      }
      known = null;
    }
    state.update(
        known != null && known.tripOver()
            ? known.reportedAt(report.time())
            : next(report, known, context));
  }

  /** The vehicle after a report of its trip, which begins with it if nothing is known. */
  private static Vehicle next(Report report, @Nullable Vehicle known, Context context) {
    boolean exits = report.lane() == InputRecord.EXIT_LANE;
    int pending = known == null ? Crossing.NONE : known.pendingCrossing();
    if (known == null || known.place() != report.place()) {
      pending = cross(report, pending, exits, context);
    }
    int reports = 1;
    if (known != null && known.isAtSpotOf(report)) {
      reports = Math.min(known.reportsFromSpot() + 1, Vehicle.STOPPED);
    } else if (known != null && known.isStopped()) {
      moveOn(report, known, context);
    }
    if (reports == Vehicle.STOPPED && known != null && !known.isStopped()) {
      context.output(STOP_CHANGES, change(report, known, true));
    }
    return new Vehicle(
        report.time(), report.place(), report.lane(), report.position(), reports, pending, exits);
  }

  /** Announces a crossing; the time at which the now pending toll is announced. */
  private static int cross(Report report, int pending, boolean exits, Context context) {
    if (!exits) {
      context.output(
          CROSSINGS,
          new Crossing(
              report.vid(), report.time(), report.place(), pending, report.appendMillis()));
      return report.time();
    }
    if (pending != Crossing.NONE) {
      context.output(EXIT_CHARGES, new AccountEvent(report.vid(), report.time(), 0, pending));
    }
    return Crossing.NONE;
  }

  private static void moveOn(Report report, Vehicle known, Context context) {
    context.output(STOP_CHANGES, change(report, known, false));
  }

  private static StopChange change(Report report, Vehicle known, boolean stopped) {
    Spot spot =
        new Spot(
            Places.xway(known.place()), Places.dir(known.place()), known.lane(), known.position());
    return new StopChange(report.vid(), report.time(), spot, stopped);
  }
}
