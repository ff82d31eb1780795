package io.amoeba.linearroad.job.segment;

import io.amoeba.linearroad.job.vehicle.SpeedSample;
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

/**
 * The windows behind {@link Statistics}: one minute per place, aggregated as reports come; over
 * those results five minutes that slide by one. So a report is touched once, not five times.
 */
public final class SegmentWindows {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration LAV_WINDOW = Duration.ofMinutes(5);

  private SegmentWindows() {}

  /** The statistics of all places; those of a minute come before the watermark reaches it. */
  public static SingleOutputStreamOperator<Statistics> over(
      DataStream<SpeedSample> samples, int parallelism) {
    SingleOutputStreamOperator<MinuteSpeeds> minutes =
        samples
            .keyBy(SpeedSample::place, Types.LONG)
            .window(TumblingEventTimeWindows.of(MINUTE))
            .aggregate(
                new AddReports(),
                new Summarize(),
                MinuteReports.TYPE,
                MinuteReports.TYPE,
                MinuteSpeeds.TYPE)
            .name("SegMinute")
            .uid("SegMinute")
            .setParallelism(parallelism);
    return minutes
        .keyBy(MinuteSpeeds::place, Types.LONG)
        .window(SlidingEventTimeWindows.of(LAV_WINDOW, MINUTE))
        .aggregate(
            new AddMinute(),
            new Evaluate(),
            RecentMinutes.TYPE,
            RecentMinutes.TYPE,
            Statistics.TYPE)
        .name("SegWindow")
        .uid("SegWindow")
        .setParallelism(parallelism);
  }

  /** The minute (rule 1) that begins when the window ends. */
  private static int minuteAfter(TimeWindow window) {
    return Math.toIntExact(window.getEnd() / MINUTE.toMillis()) + 1;
  }

  private static final class AddReports
      implements AggregateFunction<SpeedSample, MinuteReports, MinuteReports> {
    private static final long serialVersionUID = 1L;

    @Override
    public MinuteReports createAccumulator() {
      return new MinuteReports();
    }

    @Override
    public MinuteReports add(SpeedSample sample, MinuteReports reports) {
      reports.add(sample.vid(), sample.speed());
      return reports;
    }

    @Override
    public MinuteReports getResult(MinuteReports reports) {
      return reports;
    }

    @Override
    public MinuteReports merge(MinuteReports a, MinuteReports b) {
      a.addAll(b);
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

  private static final class AddMinute
      implements AggregateFunction<MinuteSpeeds, RecentMinutes, RecentMinutes> {
    private static final long serialVersionUID = 1L;

    @Override
    public RecentMinutes createAccumulator() {
      return new RecentMinutes();
    }

    @Override
    public RecentMinutes add(MinuteSpeeds minute, RecentMinutes recent) {
      recent.add(minute);
      return recent;
    }

    @Override
    public RecentMinutes getResult(RecentMinutes recent) {
      return recent;
    }

    @Override
    public RecentMinutes merge(RecentMinutes a, RecentMinutes b) {
      a.addAll(b);
      return a;
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
