package io.amoeba.streaming.protocol.pace;

/**
 * How fast a sender becomes while nobody needs it: in the second and third minute, on average, as
 * fast as it may, or so many times as fast as before. One thread.
 */
final class IdleTime {

  private static final int MINUTE = 60;

  private final int begins;
  private final double factor;
  private double before = PaceController.FIRST_BYTES_PER_SEC;
  private double sum;
  private int seconds;

  /**
   * @param begins so many seconds after the load has fallen
   */
  IdleTime(int begins, double factor) {
    this.begins = begins;
    this.factor = factor;
  }

  /**
   * Called every second.
   *
   * @param useful the rate of a tenth of what the sender can do; half of it is enough
   */
  boolean isSlow(SimulatedSender sender, double bytesPerSec, double useful) {
    if (!sender.idle() || sender.seconds - sender.loadSince <= begins) {
      seconds = 0;
      sum = 0;
      before = bytesPerSec;
      return false;
    }
    seconds++;
    sum += seconds > MINUTE ? bytesPerSec : 0;
    return seconds == 3 * MINUTE && sum / (2 * MINUTE) < Math.min(factor * before, useful / 2);
  }
}
