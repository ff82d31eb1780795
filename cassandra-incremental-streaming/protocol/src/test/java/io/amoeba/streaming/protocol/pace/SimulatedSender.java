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
  private static final double IDLE = 0.3;

  private final Random random;

  final boolean closedLoop;

  /**
   * Whether its disk is the limit: it sends no faster than what by night harms nobody, and takes
   * more than half of what it can do. Nights end at once.
   */
  final boolean slowDisk;

  /** Whether clients ask it; else it is a replica only. */
  final boolean coordinates;

  /** The part of what it can do that 1 MiB/s takes. */
  final double cost;

  final double mostMibPerSec;
  final double mib;

  /** Requests have become dearer for a reason that is not the join. */
  final double dearer;

  /** Whether it is silent now and then; with a slow disk once, while the load changes. */
  final boolean falters;

  private final double cpuPart;
  private final double noise;
  private final double finallyTakenOver;
  private final Deque<Optional<PaceSample>> onTheWay = new ArrayDeque<>();

  private double wanted;
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
    slowDisk = !closedLoop && random.nextInt(5) == 0;
    boolean atNight = !slowDisk && random.nextInt(5) < 2;
    coordinates = slowDisk || random.nextInt(6) > 0;
    mostMibPerSec = slowDisk ? between(5, 12) : random.nextBoolean() ? 300 : between(1, 30);
    cost = slowDisk ? between(0.55, 0.65) / mostMibPerSec : Math.pow(10, between(-2.7, -1.2));
    mib = slowDisk ? between(5_000, 10_000) : between(500, 5_000);
    dearer = random.nextInt(3) == 0 ? between(0.02, 0.12) : 0;
    cpuPart = coordinates ? random.nextDouble() : 1;
    noise = between(0.01, 0.06);
    finallyTakenOver = 1.0 / (3 + random.nextInt(5));
    falters = random.nextInt(slowDisk ? 2 : 3) == 0;
    wanted = atNight ? between(0.1, IDLE) : USUAL_USE;
    loadUntil =
        (int) (atNight ? between(900, 1_800) : between(slowDisk ? 500 : 60, slowDisk ? 900 : 600));
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

  /** Whether nobody needs much of it, and nothing else keeps it from sending. */
  boolean idle() {
    return !closedLoop && wanted < IDLE && !silent() && !joiningNodeBusy();
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
    boolean fallsSilent = falters && (!slowDisk || silentUntil == 0) && random.nextInt(600) == 0;
    if (fallsSilent) {
      silentUntil = seconds + (int) between(20, 150);
    }
    if (seconds >= loadUntil || (fallsSilent && (slowDisk || random.nextBoolean()))) {
      loadSince = seconds;
      loadUntil = seconds + (int) between(120, 1_200);
      wanted = slowDisk ? afterNightOrDay() : afterAnyLoad();
    }
    if (!joiningNodeBusy() && random.nextInt(900) == 0) {
      joiningNodeBusySince = seconds;
      joiningNodeBusyUntil = seconds + (int) between(30, 300);
    }
  }

  private double afterNightOrDay() {
    return wanted < IDLE ? between(0.95, 1.1) : between(0.05, 0.1);
  }

  private double afterAnyLoad() {
    if (wanted < IDLE) {
      return between(0.6, 1.1);
    }
    return random.nextBoolean() ? between(0.05, IDLE) : between(IDLE, 1.1);
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
        "closed %s, slow disk %s, coordinates %s, cost %.4f per MiB/s, at most %.1f MiB/s, %.0f MiB, dearer %.2f,"
            + " CPU part %.2f, noise %.3f; %d s, %.0f MiB sent",
        closedLoop,
        slowDisk,
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
