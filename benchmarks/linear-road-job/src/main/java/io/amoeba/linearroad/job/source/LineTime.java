package io.amoeba.linearroad.job.source;

import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Event time of input lines. Lines of one partition are ordered by time, so the newest line or tick
 * shows that everything of earlier seconds has been read; a silent partition holds the watermark.
 * Stateless.
 */
public final class LineTime {
  /** Milliseconds in a second of input time. */
  public static final long SECOND = 1_000;

  /*
   * A line that claims to be years ahead would end the run for all others: no time beyond the input
   * format's range moves the watermark.
   */
  private static final int LATEST_SECONDS = 10_000_000;

  private LineTime() {}

  /** Time stamps and watermarks of lines. */
  public static WatermarkStrategy<RawLine> strategy() {
    return WatermarkStrategy.forGenerator(context -> new OfNewestLine())
        .withTimestampAssigner((line, kafkaTime) -> timestamp(line));
  }

  private static long timestamp(RawLine line) {
    int seconds = line.timeSeconds();
    return seconds == RawLine.NO_TIME ? TimestampAssigner.NO_TIMESTAMP : seconds * SECOND;
  }

  private static final class OfNewestLine implements WatermarkGenerator<RawLine> {
    private long newest = Long.MIN_VALUE;
    private long emitted = Long.MIN_VALUE;

    @Override
    public void onEvent(RawLine line, long timestamp, WatermarkOutput output) {
      if (timestamp > newest && timestamp <= LATEST_SECONDS * SECOND) {
        newest = timestamp;
      }
    }

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {
      if (newest > emitted) {
        emitted = newest;
        output.emitWatermark(new Watermark(newest - 1));
      }
    }
  }
}
