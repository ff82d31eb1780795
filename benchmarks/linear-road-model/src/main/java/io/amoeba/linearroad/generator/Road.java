package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.input.InputRecord;

/**
 * The geometry of an expressway. Distances count along the driving direction from its start, in
 * fifteenths of a foot: a vehicle at v miles per hour drives exactly 22 v of them per second, so
 * that the simulation needs no floating point.
 */
final class Road {
  static final int SEGMENTS = 100;
  static final int UNITS_PER_FOOT = 15;
  static final int UNITS_PER_SEGMENT = InputRecord.SEGMENT_FEET * UNITS_PER_FOOT;

  private static final int UNITS_PER_SECOND_AND_MPH = 22;
  private static final int LAST_FOOT = SEGMENTS * InputRecord.SEGMENT_FEET - 1;

  private Road() {}

  static int driven(int speedMph, int seconds) {
    return speedMph * seconds * UNITS_PER_SECOND_AND_MPH;
  }

  /** Number of the segment in driving direction, from 0. */
  static int stretch(int distance) {
    return distance / UNITS_PER_SEGMENT;
  }

  static int distance(int stretch, int feet) {
    return stretch * UNITS_PER_SEGMENT + feet * UNITS_PER_FOOT;
  }

  /** The position in feet, which grows eastwards in both directions. */
  static int position(int dir, int distance) {
    int feet = distance / UNITS_PER_FOOT;
    return dir == 0 ? feet : LAST_FOOT - feet;
  }
}
