package io.amoeba.linearroad.job.source;

import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * Event time of input lines. Lines of one partition are ordered by time, so the newest line or tick
 * says that everything of earlier seconds has been read; a silent partition holds the watermark.
 */
public final class LineTime implements WatermarkStrategy<RawLine> {
  private static final long serialVersionUID = 1L;

  /** Milliseconds in a second of input time. */
  public static final long SECOND = 1_000;

  /*
   * A line that claims to be years ahead would end the run of everybody else: no time beyond what
   * the input format allows moves the watermark.
   */
  private static final int LATEST_SECONDS = 10_000_000;

  @Override
  public WatermarkGenerator<RawLine> createWatermarkGenerator(
      WatermarkGeneratorSupplier.Context context) {
    return new OfNewestLine();
  }

  @Override
  public TimestampAssigner<RawLine> createTimestampAssigner(
      TimestampAssignerSupplier.Context context) {
    return (line, kafkaTime) -> {
      int seconds = line.timeSeconds();
      return seconds == RawLine.NO_TIME ? TimestampAssigner.NO_TIMESTAMP : seconds * SECOND;
    };
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
