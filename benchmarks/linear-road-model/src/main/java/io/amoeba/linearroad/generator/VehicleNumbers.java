package io.amoeba.linearroad.generator;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;

/**
 * Numbers of vehicles that enter an expressway: new ones, and those of vehicles that left one long
 * enough ago.
 */
final class VehicleNumbers {
  /** A gap of more than 60 s after an exit makes a new trip. */
  private static final int GAP_SECONDS = 60;

  /** One of so many vehicles returns. */
  private static final int RETURNING_ONE_IN = 5;

  private record Absent(int vid, int lastReportTime) {}

  private final Queue<Absent> absent = new ArrayDeque<>();
  private final SplittableRandom random;
  private int nextVid;

  VehicleNumbers(SplittableRandom random) {
    this.random = random;
  }

  int entering(int time) {
    Absent longest = absent.peek();
    if (longest != null && time - longest.lastReportTime > GAP_SECONDS) {
      absent.remove();
      return longest.vid;
    }
    return nextVid++;
  }

  void left(int vid, int lastReportTime) {
    if (random.nextInt(RETURNING_ONE_IN) == 0) {
      absent.add(new Absent(vid, lastReportTime));
    }
  }

  /** Exceeds all numbers used so far. */
  int limit() {
    return nextVid;
  }
}
