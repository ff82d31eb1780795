package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.segment.Places;

/**
 * A position report. Time in seconds, speed in miles per hour, position in feet, append time in
 * milliseconds; the place packs expressway, direction and segment ({@link Places}). Immutable.
 */
public record Report(
    int time, int vid, int speed, long place, int lane, int position, long appendMillis) {
  /** The report of a valid input record of type 0. */
  public static Report of(InputRecord input, long appendMillis) {
    return new Report(
        input.time(),
        input.vid(),
        input.speed(),
        Places.of(input.xway(), input.dir(), input.segment()),
        input.lane(),
        input.position(),
        appendMillis);
  }
}
