package io.amoeba.hints.protocol.load;

/**
 * Lowers the fraction of hints that a loaded node applies, and raises it again. Called once a
 * second. Confined to one thread.
 */
public final class LoadShedder {

  /*
   * Down at once, up slowly. High load steps down each second: 100, 50, 25, 10, 0 percent; overload
   * goes to 0 at once. Up goes one step after CALM_SECONDS in a row below 70 % of every limit. In
   * between, nothing changes. While data streams, at most STREAMING_PERCENT: the disk is shared.
   * The paper's table 1: 50 % of the hints give the miss rate of all of them, 10 % still most of the
   * gain, so the steps lose little.
   */

  private static final int[] PERCENT = {100, 50, 25, 10, 0};
  private static final int STREAMING_STEP = 2;
  static final int CALM_SECONDS = 10;

  private final LoadLimits limits;
  private int step;
  private int calmSeconds;

  public LoadShedder(LoadLimits limits) {
    this.limits = limits;
  }

  /** The percentage of hints to apply from now on, after one more second of this load. */
  public int next(NodeLoad load) {
    if (limits.isOverloaded(load)) {
      step = PERCENT.length - 1;
      calmSeconds = 0;
    } else if (limits.isHigh(load)) {
      step = Math.min(step + 1, PERCENT.length - 1);
      calmSeconds = 0;
    } else if (!limits.isCalm(load)) {
      calmSeconds = 0;
    } else if (++calmSeconds >= CALM_SECONDS) {
      step = Math.max(step - 1, 0);
      calmSeconds = 0;
    }
    return PERCENT[load.streaming() ? Math.max(step, STREAMING_STEP) : step];
  }
}
