package io.amoeba.linearroad.input;

import java.util.Optional;

/** Ranges of the values of an input file. */
public enum InputDialect {
  /** Those of the specification: speeds to 100 mph, segments 0 … 99, positions in feet. */
  STRICT,

  /**
   * Those of the generator that belongs to the dissertation (antonis-papaioannou/linearRoad):
   * speeds to 150 mph, segments 1 … 100, positions without a unit.
   */
  DISSERTATION;

  /**
   * How values outside the specification were read; empty for the strict dialect.
   *
   * @param clampedSpeeds position reports with a speed above 100 mph
   */
  public Optional<String> reading(long clampedSpeeds) {
    return this == STRICT
        ? Optional.empty()
        : Optional.of(
            ("input dialect dissertation: segments 1 … 100 read as 0 … 99, positions as feet from"
                    + " the segment's start, %,d speeds above 100 mph as 100 mph")
                .formatted(clampedSpeeds));
  }
}
