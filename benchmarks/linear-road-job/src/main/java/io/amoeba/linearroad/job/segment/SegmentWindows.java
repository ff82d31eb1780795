package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.vehicle.SpeedSample;
import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.function.SerializableSupplier;

/**
 * The windows behind {@link Statistics}: one minute per place, aggregated as reports come; over
 * those results five minutes that slide by one. So a report is touched once, not five times.
 */
public final class SegmentWindows {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LAV_WINDOW = Duration.ofMinutes(5);

  private SegmentWindows() {}

  /** The statistics of all places; those of a minute precede its watermark. */
  public static SingleOutputStreamOperator<Statistics> over(
      DataStream<SpeedSample> samples, int parallelism) {
    SingleOutputStreamOperator<MinuteSpeeds> minutes =
        samples
            .keyBy(SpeedSample::place, Types.LONG)
            .window(TumblingEventTimeWindows.of(MINUTE))
            .aggregate(
                new Collect<SpeedSample, MinuteReports>(
                    MinuteReports::new,
                    (reports, sample) -> reports.add(sample.vid(), sample.speed()),
                    MinuteReports::addAll),
                new Summarize(),
                Types.POJO(MinuteReports.class),
                Types.POJO(MinuteReports.class),
                Types.POJO(MinuteSpeeds.class))
            .name("SegMinute")
            .uid("SegMinute")
            .setParallelism(parallelism);
    return minutes
        .keyBy(MinuteSpeeds::place, Types.LONG)
        .window(SlidingEventTimeWindows.of(LAV_WINDOW, MINUTE))
        .aggregate(
            new Collect<MinuteSpeeds, RecentMinutes>(
                RecentMinutes::new, RecentMinutes::add, RecentMinutes::addAll),
            new Evaluate(),
            Types.POJO(RecentMinutes.class),
            Types.POJO(RecentMinutes.class),
            Types.POJO(Statistics.class))
        .name("SegWindow")
        .uid("SegWindow")
        .setParallelism(parallelism);
  }

  /** The minute (rule 1) that begins when the window ends. */
  private static int minuteAfter(TimeWindow window) {
    return Math.toIntExact(window.getEnd() / MINUTE.toMillis()) + 1;
  }

  /** Adds something to an accumulator. */
  private interface Addition<A, T> extends Serializable {
    void add(A accumulator, T value);
  }

  private record Collect<T, A>(
      SerializableSupplier<A> empty, Addition<A, T> addition, Addition<A, A> merger)
      implements AggregateFunction<T, A, A> {
    @Override
    public A createAccumulator() {
      return empty.get();
    }

    @Override
    public A add(T value, A accumulator) {
      addition.add(accumulator, value);
      return accumulator;
    }

    @Override
    public A getResult(A accumulator) {
      return accumulator;
    }

    @Override
    public A merge(A a, A b) {
      merger.add(a, b);
      return a;
    }
  }

  private static final class Summarize
      extends ProcessWindowFunction<MinuteReports, MinuteSpeeds, Long, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
        Long place, Context context, Iterable<MinuteReports> reports, Collector<MinuteSpeeds> out) {
      int minute = minuteAfter(context.window()) - 1;
      out.collect(reports.iterator().next().summary(place, minute));
    }
  }

  private static final class Evaluate
      extends ProcessWindowFunction<RecentMinutes, Statistics, Long, TimeWindow> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(
        Long place, Context context, Iterable<RecentMinutes> minutes, Collector<Statistics> out) {
      RecentMinutes recent = minutes.iterator().next();
      int minute = minuteAfter(context.window());
      out.collect(new Statistics(place, minute, recent.lav(), recent.vehiclesIn(minute - 1)));
    }
  }
}
