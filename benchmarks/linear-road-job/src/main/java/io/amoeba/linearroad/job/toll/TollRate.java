package io.amoeba.linearroad.job.toll;

/** The toll of a segment without accident (rule 7). Stateless. */
final class TollRate {
  private static final int CONGESTED_BELOW = 40;
  private static final int FREE_VEHICLES = 50;

  private TollRate() {}

  static long of(int lav, int nov) {
    if (lav >= CONGESTED_BELOW || nov <= FREE_VEHICLES) {
      return 0;
    }
    long excess = nov - FREE_VEHICLES;
    return 2 * excess * excess;
  }
}
