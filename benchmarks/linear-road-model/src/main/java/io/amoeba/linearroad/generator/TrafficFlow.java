package io.amoeba.linearroad.generator;

import java.util.Arrays;
import java.util.List;

/**
 * Speeds of the traffic on one expressway, per direction and stretch: the speed falls linearly with
 * the number of vehicles (Greenshields' model, 1935), and drops behind accidents and jams.
 */
final class TrafficFlow {
  /** Vehicles that fill a stretch: 150 per mile and lane on three lanes. */
  private static final int JAM_VEHICLES = 450;

  /** The same where roadworks leave one lane. */
  private static final int JAM_VEHICLES_AT_ROADWORKS = 150;

  private static final int FREE_SPEED_MPH = 65;
  private static final int LEAST_SPEED_MPH = 6;
  private static final int SPEED_AT_ACCIDENT_MPH = 15;
  private static final int SPEED_BEFORE_ACCIDENT_MPH = 30;

  private final int[] vehicles = new int[2 * Road.SEGMENTS];
  private final int[] jamVehicles = new int[2 * Road.SEGMENTS];
  private final int[] speedLimitMph = new int[2 * Road.SEGMENTS];

  TrafficFlow(Roadworks roadworks) {
    Arrays.fill(speedLimitMph, FREE_SPEED_MPH);
    for (int dir = 0; dir < 2; dir++) {
      for (int stretch = 0; stretch < Road.SEGMENTS; stretch++) {
        jamVehicles[index(dir, stretch)] =
            roadworks.covers(dir, stretch) ? JAM_VEHICLES_AT_ROADWORKS : JAM_VEHICLES;
      }
    }
  }

  void enter(int dir, int stretch) {
    vehicles[index(dir, stretch)]++;
  }

  void leave(int dir, int stretch) {
    vehicles[index(dir, stretch)]--;
  }

  int vehicles(int dir, int stretch) {
    return vehicles[index(dir, stretch)];
  }

  /** Whether the stretch is full; the vehicles before it then crawl, too. */
  boolean isJammed(int dir, int stretch) {
    int at = index(dir, stretch);
    return vehicles[at] >= jamVehicles[at];
  }

  int speedMph(int dir, int stretch) {
    int at = index(dir, stretch);
    if (stretch + 1 < Road.SEGMENTS && isJammed(dir, stretch + 1)) {
      return LEAST_SPEED_MPH;
    }
    int speed = FREE_SPEED_MPH * (jamVehicles[at] - vehicles[at]) / jamVehicles[at];
    return Math.max(LEAST_SPEED_MPH, Math.min(speed, speedLimitMph[at]));
  }

  /** Slows the traffic at and before these accidents, and nowhere else. */
  void slowAt(List<Collision> collisions) {
    Arrays.fill(speedLimitMph, FREE_SPEED_MPH);
    for (Collision collision : collisions) {
      int stretch = Road.stretch(collision.distance());
      limit(collision.dir(), stretch, SPEED_AT_ACCIDENT_MPH);
      limit(collision.dir(), stretch - 1, SPEED_BEFORE_ACCIDENT_MPH);
    }
  }

  private void limit(int dir, int stretch, int mph) {
    if (stretch >= 0) {
      int at = index(dir, stretch);
      speedLimitMph[at] = Math.min(speedLimitMph[at], mph);
    }
  }

  private static int index(int dir, int stretch) {
    return dir * Road.SEGMENTS + stretch;
  }
}
