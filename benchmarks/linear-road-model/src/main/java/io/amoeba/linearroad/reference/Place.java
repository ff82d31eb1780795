package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.input.InputRecord;

/** A segment of an expressway in one direction (rule 2). Immutable. */
record Place(int xway, int dir, int segment) {
  static Place of(InputRecord report) {
    return new Place(report.xway(), report.dir(), report.segment());
  }
}
