package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.input.InputRecord;

/** The exact place of a vehicle on an expressway (rule 8). Immutable. */
record Spot(int xway, int dir, int lane, int position) {
  static Spot of(InputRecord report) {
    return new Spot(report.xway(), report.dir(), report.lane(), report.position());
  }

  /** The segment of the position (rule 9), which may differ from that of the report. */
  int segment() {
    return Math.floorDiv(position, InputRecord.SEGMENT_FEET);
  }
}
