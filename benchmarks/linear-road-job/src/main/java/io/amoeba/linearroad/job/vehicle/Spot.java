package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.input.InputRecord;

/** Where exactly a vehicle is: expressway, direction, lane, and position in feet. Immutable. */
public record Spot(int xway, int dir, int lane, int position) {
  /** The segment of the position, whatever segment a report named (rule 9). */
  public int segment() {
    return position / InputRecord.SEGMENT_FEET;
  }

  /** The expressway and direction as one number, the key of accident detection. */
  public long carriageway() {
    return (long) xway << 1 | dir;
  }
}
