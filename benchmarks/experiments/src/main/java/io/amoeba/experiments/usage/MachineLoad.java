package io.amoeba.experiments.usage;

import io.amoeba.report.Measure;
import java.util.List;

/**
 * What a machine did on average within a time, which tells whether it was itself what was waited
 * for; NaN is what was not seen. Immutable.
 *
 * @param busyFraction of its processors' time, 0 … 1
 * @param stolenFraction of its processors' time, 0 … 1: its own host gave it to others
 * @param workMillis processor time of a {@link FixedWork}
 * @param millisPerRead of its disk, which a limit of reads per second is not a part of; NaN if
 *     nothing was read
 * @param millisPerWrite of its disk; NaN if nothing was written
 */
public record MachineLoad(
    double busyFraction,
    double stolenFraction,
    double workMillis,
    double millisPerRead,
    double millisPerWrite) {
  /** How these are called, and shown. */
  public static final List<Measure<MachineLoad>> MEASURES =
      List.of(
          Measure.percent("busyFraction", "busy", MachineLoad::busyFraction),
          Measure.percent("stolenFraction", "steal", MachineLoad::stolenFraction),
          Measure.decimals(2, "workMillis", "loop", "", MachineLoad::workMillis),
          Measure.decimals(1, "millisPerRead", "read", "", MachineLoad::millisPerRead),
          Measure.decimals(1, "millisPerWrite", "write", "", MachineLoad::millisPerWrite));

  /** Nothing was seen. */
  public static final MachineLoad UNKNOWN =
      new MachineLoad(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

  private static final double NANOS_PER_MILLI = 1e6;

  /**
   * Within a time, as exactly as the samples tell.
   *
   * @param from seconds since 1970
   */
  public static MachineLoad between(List<MachineUsage> samples, double from, double to) {
    List<MachineUsage> within =
        samples.stream()
            .filter(sample -> sample.atSeconds() >= from && sample.atSeconds() <= to)
            .toList();
    if (within.size() < 2) {
      return UNKNOWN;
    }
    MachineUsage begin = within.get(0);
    MachineUsage end = within.get(within.size() - 1);
    double ticks = end.ticks() - begin.ticks();
    return new MachineLoad(
        1 - (end.idleTicks() - begin.idleTicks()) / ticks,
        (end.stolenTicks() - begin.stolenTicks()) / ticks,
        within.stream().mapToLong(MachineUsage::workNanos).average().orElseThrow()
            / NANOS_PER_MILLI,
        end.reads().millisPerOperation(begin.reads()),
        end.writes().millisPerOperation(begin.writes()));
  }
}
