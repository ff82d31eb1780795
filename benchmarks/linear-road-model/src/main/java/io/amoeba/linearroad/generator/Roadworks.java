package io.amoeba.linearroad.generator;

import java.util.List;
import java.util.SplittableRandom;

/** The stretches of an expressway with one open lane: one block per direction. Immutable. */
record Roadworks(List<Block> blocks) {
  /** Vehicles per stretch that make it crowded: well over 50 in a minute, at about 30 mph. */
  static final int CROWD = 80;

  private static final int SHARE_OF_FLEET_PERCENT = 45;

  /** Adjacent stretches, without the end. */
  record Block(int first, int end) {
    int stretches() {
      return end - first;
    }
  }

  /** As many stretches as almost half of the fleet can crowd, but at most a fifth. */
  static Roadworks crowdedBy(int vehicles, SplittableRandom random) {
    long wanted = (long) vehicles * SHARE_OF_FLEET_PERCENT / 100 / CROWD;
    int total = (int) Math.max(1, Math.min(wanted, 2 * Road.SEGMENTS / 5));
    return new Roadworks(List.of(block((total + 1) / 2, random), block(total / 2, random)));
  }

  private static Block block(int stretches, SplittableRandom random) {
    int first = 5 + random.nextInt(Road.SEGMENTS - 10 - stretches);
    return new Block(first, first + stretches);
  }

  static Roadworks none() {
    return new Roadworks(List.of(new Block(0, 0), new Block(0, 0)));
  }

  Block block(int dir) {
    return blocks.get(dir);
  }

  boolean covers(int dir, int stretch) {
    return stretch >= block(dir).first && stretch < block(dir).end;
  }

  /** Whether a direction has roadworks with room for more vehicles. */
  boolean attract(int dir, TrafficFlow flow) {
    int vehicles = 0;
    for (int stretch = block(dir).first; stretch < block(dir).end; stretch++) {
      vehicles += flow.vehicles(dir, stretch);
    }
    return vehicles < block(dir).stretches() * CROWD;
  }
}
