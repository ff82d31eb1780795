package io.amoeba.streaming.protocol.pace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;

/**
 * A sender, its clients and its part of a join, second by second. Clients in a closed loop always
 * want more than it can do; others want what the hour wants. Its figures come late, with noise, or
 * not at all. One thread.
 */
final class SimulatedSender {

  static final double MIB = 1 << 20;

  private static final int REPORT_SECONDS = 2;

  /** Of its own CPUs, by requests alone, when it can do no more. */
  private static final double CPU_AT_MOST = 0.95;

  private static final double USUAL_USE = 0.7;

  private final Random random;

  final boolean closedLoop;

  /** Whether clients ask it; else it is a replica only. */
  final boolean coordinates;

  /** The part of what it can do that 1 MiB/s takes. */
  final double cost;

  final double mostMibPerSec;
  final double mib;

  /** Requests have become dearer for a reason that is not the join. */
  final double dearer;

  /** Whether it is silent now and then. */
  final boolean falters;

  private final double cpuPart;
  private final double noise;
  private final double finallyTakenOver;
  private final Deque<Optional<PaceSample>> onTheWay = new ArrayDeque<>();

  private double wanted = USUAL_USE;
  private int loadUntil;
  private int silentUntil;
  private int joiningNodeBusyUntil;
  private double smoothedMibPerSec;

  int seconds;
  double sentMib;
  double answered;
  double answeredWithoutJoin;
  int loadSince;
  int joiningNodeBusySince;

  SimulatedSender(Random random) {
    this.random = random;
    closedLoop = random.nextInt(5) < 2;
    coordinates = random.nextInt(6) > 0;
    cost = Math.pow(10, between(-2.7, -1.2));
    mostMibPerSec = random.nextBoolean() ? 300 : between(1, 30);
    mib = between(500, 5_000);
    dearer = random.nextInt(3) == 0 ? between(0.02, 0.12) : 0;
    cpuPart = coordinates ? random.nextDouble() : 1;
    noise = between(0.01, 0.06);
    finallyTakenOver = 1.0 / (3 + random.nextInt(5));
    falters = random.nextInt(3) == 0;
    loadUntil = (int) between(60, 600);
  }

  private double between(double low, double high) {
    return low + random.nextDouble() * (high - low);
  }

  private double withNoise(double value) {
    return value * (1 + noise * random.nextGaussian());
  }

  boolean over() {
    return sentMib >= mib;
  }

  double takenOver() {
    return finallyTakenOver * Math.min(1, sentMib / mib);
  }

  /** A cold node helps less than it will. */
  double relief() {
    return 0.8 * takenOver();
  }

  double wanted() {
    return closedLoop ? 1 : wanted;
  }

  boolean silent() {
    return seconds < silentUntil;
  }

  /** Whether the joining node serves reads, and has no CPU left. */
  boolean joiningNodeBusy() {
    return seconds < joiningNodeBusyUntil;
  }

  /** A second at a rate; returns what the joining node gets to know in it. */
  Optional<PaceSample> second(double mayMibPerSec) {
    seconds++;
    mishaps();
    double mibPerSec = Math.min(mayMibPerSec, mostMibPerSec);
    smoothedMibPerSec += 0.3 * (mibPerSec - smoothedMibPerSec);
    sentMib += mibPerSec;
    double used = Math.min(0.95, mibPerSec * cost);
    double able = (1 - used) / (1 + dearer) / (1 - relief());
    double ableWithoutJoin = 1 / (1 + dearer);
    answered = closedLoop ? able : Math.min(wanted, able);
    answeredWithoutJoin = closedLoop ? ableWithoutJoin : Math.min(wanted, ableWithoutJoin);
    if (seconds % REPORT_SECONDS == 0) {
      onTheWay.addLast(report(able, used));
      if (onTheWay.size() > 1) {
        return onTheWay.removeFirst();
      }
    }
    return Optional.empty();
  }

  private void mishaps() {
    boolean fallsSilent = falters && random.nextInt(600) == 0;
    if (fallsSilent) {
      silentUntil = seconds + (int) between(20, 150);
    }
    if (seconds >= loadUntil || (fallsSilent && random.nextBoolean())) {
      loadSince = seconds;
      loadUntil = seconds + (int) between(120, 1_200);
      boolean wasIdle = wanted < 0.3;
      wanted =
          wasIdle
              ? between(0.6, 1.1)
              : random.nextBoolean() ? between(0.05, 0.3) : between(0.3, 1.1);
    }
    if (!joiningNodeBusy() && random.nextInt(900) == 0) {
      joiningNodeBusySince = seconds;
      joiningNodeBusyUntil = seconds + (int) between(30, 300);
    }
  }

  private Optional<PaceSample> report(double able, double used) {
    if (silent() || random.nextInt(12) == 0) {
      return Optional.empty();
    }
    double use = Math.min(1, answered / able);
    double latency = closedLoop ? 1 / answered : (1 - USUAL_USE) / Math.max(0.02, 1 - use) / able;
    double many = answered / (closedLoop ? 1 : USUAL_USE);
    boolean asked = coordinates && random.nextInt(20) > 0;
    double cpu = Math.min(1, CPU_AT_MOST * use * (1 - used * cpuPart) + used * cpuPart);
    return Optional.of(
        new PaceSample(
            OptionalDouble.of(Math.min(1, withNoise(cpu))),
            asked ? OptionalDouble.of(withNoise(latency)) : OptionalDouble.empty(),
            asked ? OptionalDouble.of(withNoise(many)) : OptionalDouble.empty(),
            OptionalDouble.of(withNoise(used * cpuPart)),
            OptionalDouble.of(smoothedMibPerSec * MIB),
            joiningNodeBusy() ? OptionalDouble.of(0.99) : OptionalDouble.of(0.6),
            takenOver()));
  }

  @Override
  public String toString() {
    return String.format(
        "closed %s, coordinates %s, cost %.4f per MiB/s, at most %.1f MiB/s, %.0f MiB, dearer %.2f,"
            + " CPU part %.2f, noise %.3f; %d s, %.0f MiB sent",
        closedLoop,
        coordinates,
        cost,
        mostMibPerSec,
        mib,
        dearer,
        cpuPart,
        noise,
        seconds,
        sentMib);
  }
}
