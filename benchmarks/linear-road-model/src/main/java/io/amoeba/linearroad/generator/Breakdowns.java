package io.amoeba.linearroad.generator;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The breakdowns and accidents of one expressway. */
final class Breakdowns {
  /** Most breakdowns at roadworks are skipped: they would stop all tolls there. */
  private static final int AT_ROADWORKS_ONE_IN = 10;

  private final SplittableRandom random;
  private final TrafficFlow flow;
  private final Roadworks roadworks;
  private final int accidentsPerHour;
  private final Durations durations;
  private final List<Collision> collisions = new ArrayList<>();
  private int due;

  /** Seconds of a stop: without an accident, and after one. */
  record Durations(int aloneAtMost, int accidentAtLeast, int accidentAtMost) {
    /** At least five reports of the second vehicle, one more than makes it stopped. */
    static Durations of(TrafficMode mode) {
      return mode == TrafficMode.STEADY
          ? new Durations(120, 30, 240)
          : new Durations(1_200, 150, 1_200);
    }
  }

  Breakdowns(
      SplittableRandom random,
      TrafficFlow flow,
      Roadworks roadworks,
      int accidentsPerHour,
      Durations durations) {
    this.random = random;
    this.flow = flow;
    this.roadworks = roadworks;
    this.accidentsPerHour = accidentsPerHour;
    this.durations = durations;
  }

  /** Makes a breakdown due at once, so that a short run has an accident, too. */
  void startWithOne() {
    due += accidentsPerHour > 0 ? 1 : 0;
  }

  void startSecond(int second) {
    if (collisions.removeIf(collision -> collision.clears(second))) {
      flow.slowAt(collisions);
    }
    if (random.nextInt(3600) < accidentsPerHour) {
      due++;
    }
  }

  /** The collision that a vehicle hits on this distance, or null. */
  @Nullable Collision ahead(Car car, int driven) {
    for (Collision collision : collisions) {
      if (collision.isHitBy(car, driven)) {
        return collision;
      }
    }
    return null;
  }

  void hit(Collision collision, Car car, int second) {
    int range = durations.accidentAtMost - durations.accidentAtLeast;
    collision.hit(car, second + durations.accidentAtLeast + random.nextInt(range));
  }

  /** A travelling vehicle breaks down if a breakdown is due. */
  void maybeBreakDown(Car car, int second, int candidates) {
    if (due == 0 || random.nextInt(candidates) != 0) {
      return;
    }
    if (roadworks.covers(car.dir, Road.stretch(car.distance))
        && random.nextInt(AT_ROADWORKS_ONE_IN) != 0) {
      return;
    }
    due--;
    collisions.add(new Collision(car, second + durations.aloneAtMost));
    flow.slowAt(collisions);
  }
}
