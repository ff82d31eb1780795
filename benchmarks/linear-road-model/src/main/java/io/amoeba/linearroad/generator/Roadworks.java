package io.amoeba.linearroad.generator;

import java.util.SplittableRandom;

/** The stretches of an expressway where one lane is left: one block per direction. Immutable. */
record Roadworks(int[] firstStretch, int[] stretches) {
  /** Vehicles per stretch that make it crowded: well over 50 in a minute, at about 30 mph. */
  static final int CROWD = 80;

  private static final int SHARE_OF_FLEET_PERCENT = 45;

  /** As many stretches as almost half of the fleet can crowd, but not more than a fifth. */
  static Roadworks crowdedBy(int vehicles, SplittableRandom random) {
    long wanted = (long) vehicles * SHARE_OF_FLEET_PERCENT / 100 / CROWD;
    int total = (int) Math.max(1, Math.min(wanted, 2 * Road.SEGMENTS / 5));
    int[] lengths = {(total + 1) / 2, total / 2};
    int[] first = new int[2];
    for (int dir = 0; dir < 2; dir++) {
      first[dir] = 5 + random.nextInt(Road.SEGMENTS - 10 - lengths[dir]);
    }
    return new Roadworks(first, lengths);
  }

  static Roadworks none() {
    return new Roadworks(new int[2], new int[2]);
  }

  boolean covers(int dir, int stretch) {
    return stretch >= firstStretch[dir] && stretch < firstStretch[dir] + stretches[dir];
  }

  /** Whether a direction has roadworks with room for more vehicles. */
  boolean attract(int dir, TrafficFlow flow) {
    int vehicles = 0;
    for (int i = 0; i < stretches[dir]; i++) {
      vehicles += flow.vehicles(dir, firstStretch[dir] + i);
    }
    return vehicles < stretches[dir] * CROWD;
  }
}
