package io.amoeba.streaming.protocol.pace;

import java.util.OptionalDouble;
import java.util.Set;

/**
 * What a sender's clients lose through a join. A loss is what two figures show: answers come later,
 * and there are fewer of them. The load alone may change either one. Confined to one thread.
 */
final class ClientFeeling {

  /** A load from here on leaves nothing for a join. */
  private static final double BUSY = 0.75;

  private static final double QUICK_MILLIS = 3_000;
  private static final double STEADY_MILLIS = 12_000;

  /** Where the join is as slow as it gets, its clients' losses have another cause. */
  private static final double ACCEPT_MILLIS = 60_000;

  private static final double FORGET_MILLIS = 7_200_000;

  /** The dissertation's objective: clients may wait a quarter longer. */
  private static final double MOST_ACCEPTED = 0.25;

  private static final double NOISE = 0.03;

  private final Set<PaceRule> rules;
  private final Smoothed cpu = new Smoothed(STEADY_MILLIS);
  private final Smoothed quickCpu = new Smoothed(QUICK_MILLIS);
  private final Smoothed share = new Smoothed(STEADY_MILLIS);
  private final Smoothed latency = new Smoothed(STEADY_MILLIS);
  private final Smoothed answered = new Smoothed(STEADY_MILLIS);
  private final Smoothed quickLatency = new Smoothed(QUICK_MILLIS);
  private final Smoothed quickAnswered = new Smoothed(QUICK_MILLIS);
  private double takenOver;
  private double acceptedLoss;
  private double acceptedDelay;

  ClientFeeling(Set<PaceRule> rules) {
    this.rules = rules;
  }

  void add(PaceSample sample, long nowMillis) {
    cpu.add(sample.cpu(), nowMillis);
    quickCpu.add(sample.cpu(), nowMillis);
    share.add(sample.joinShare(), nowMillis);
    latency.add(sample.latency(), nowMillis);
    quickLatency.add(sample.latency(), nowMillis);
    answered.add(sample.answered(), nowMillis);
    quickAnswered.add(sample.answered(), nowMillis);
    takenOver = sample.takenOver();
  }

  /** Of a sender that has been as slow as it gets for a while, or not. */
  void accept(boolean lowest, long millis) {
    if (rules.contains(PaceRule.ACCEPT)) {
      acceptedLoss = accepted(acceptedLoss, loss(latency, answered), lowest, millis);
      acceptedDelay = accepted(acceptedDelay, latency.or(1) - 1, lowest, millis);
    }
  }

  /**
   * Hardly more than is felt; else it is forgotten slowly, so that it is measured again. Noise must
   * not lower it.
   */
  private static double accepted(double before, double felt, boolean lowest, long millis) {
    double next = bounded(lowest ? felt : Math.min(before, felt + NOISE));
    double pace =
        !lowest && next == before ? -before / FORGET_MILLIS : (next - before) / ACCEPT_MILLIS;
    return before + millis * pace;
  }

  private static double bounded(double loss) {
    return Math.max(0, Math.min(MOST_ACCEPTED, loss));
  }

  /**
   * The part of their throughput that clients miss: 0 is what they have without the join, and a
   * part of what the joining node gives them.
   */
  double loss() {
    return loss(latency, answered) - acceptedLoss;
  }

  /** The same of the last seconds. */
  double quickLoss() {
    return loss(quickLatency, quickAnswered) - acceptedLoss;
  }

  private double loss(Smoothed late, Smoothed many) {
    if (!late.known()) {
      return 0;
    }
    double delay = late.or(1) - 1;
    return (many.known() ? Math.min(delay, 1 - many.or(1)) : delay) + kept();
  }

  /** How much longer requests take, as a part of what they took. */
  double delay() {
    return latency.or(1) - 1 - acceptedDelay;
  }

  /** The same of the last seconds. */
  double quickDelay() {
    return quickLatency.or(1) - 1 - acceptedDelay;
  }

  /** What clients must get of the load that the joining node has taken over. */
  double kept() {
    return rules.contains(PaceRule.KEEP_GAIN) && isBusy() ? takenOver / 2 : 0;
  }

  /** Also where nothing is known of the CPUs. */
  boolean isBusy() {
    return cpu.or(1) >= BUSY;
  }

  /** The used part of the CPUs. */
  double cpu() {
    return Math.max(cpu.or(1), quickCpu.or(1));
  }

  OptionalDouble share() {
    return share.known() ? OptionalDouble.of(share.or(0)) : OptionalDouble.empty();
  }
}
