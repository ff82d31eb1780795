package io.amoeba.linearroad.generator;

import java.util.SplittableRandom;

/** Chooses entries and exits of the vehicles of one expressway. */
record TripPlanner(
    SplittableRandom random, Roadworks roadworks, TrafficFlow flow, int longestTrip) {
  /** Ramps leave the rest of the segment to their vehicles' last reports. */
  private static final int LAST_RAMP_FOOT = 4_800;

  private static final int FIRST_EXIT_FOOT = 20;
  private static final int ATTRACTED_PERCENT = 70;
  private static final int ATTEMPTS = 5;

  /** A trip from an entry ramp, if possible one where the road is not jammed. */
  Trip entering() {
    Trip trip = planned();
    for (int i = 1; i < ATTEMPTS && flow.isJammed(trip.dir(), Road.stretch(trip.from())); i++) {
      trip = planned();
    }
    return trip;
  }

  /** Roadworks that are not crowded get more than their share of trips. */
  private Trip planned() {
    int dir = random.nextInt(2);
    if (roadworks.attract(dir, flow) && random.nextInt(100) < ATTRACTED_PERCENT) {
      int first = roadworks.block(dir).first();
      int end = roadworks.block(dir).end();
      int entry = first - 2 + random.nextInt(end - first + 2);
      int exit = Math.max(first, entry + 1);
      return trip(dir, entry, exit + random.nextInt(end + 2 - exit));
    }
    int entry = random.nextInt(Road.SEGMENTS - 1);
    int exit = entry + 1 + random.nextInt(longestTrip);
    return trip(dir, entry, Math.min(exit, Road.SEGMENTS - 1));
  }

  /** A trip that is under way at the start of the simulation. */
  Trip underWay() {
    int dir = random.nextInt(2);
    if (roadworks.attract(dir, flow)) {
      int end = roadworks.block(dir).end();
      int stretch = end - 1 - random.nextInt(roadworks.block(dir).stretches());
      return trip(dir, stretch, stretch + 1 + random.nextInt(end + 1 - stretch));
    }
    Trip whole = entering();
    int passed = random.nextInt(whole.exitAt() - whole.from());
    return new Trip(whole.dir(), whole.from() + passed, whole.exitAt());
  }

  private Trip trip(int dir, int entry, int exit) {
    int from = Road.distance(entry, random.nextInt(LAST_RAMP_FOOT));
    int exitFoot = FIRST_EXIT_FOOT + random.nextInt(LAST_RAMP_FOOT - FIRST_EXIT_FOOT);
    return new Trip(dir, from, Road.distance(exit, exitFoot));
  }
}
