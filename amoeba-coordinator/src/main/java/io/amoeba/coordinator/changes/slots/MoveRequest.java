package io.amoeba.coordinator.changes.slots;

/**
 * What to plan: the layout, what to respect, and how far above its target a primary's load may stay
 * (0.05: 5 %; only where hash slots have a load). Immutable.
 */
public record MoveRequest(StoreLayout layout, MoveConstraints constraints, double tolerance) {

  /** Load may be 5 % above its target unless a request says otherwise. */
  static final double DEFAULT_TOLERANCE = 0.05;

  public MoveRequest {
    if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
      throw new IllegalArgumentException(
          "the tolerance is " + tolerance + ", expected 0 or more, such as 0.05 for 5 %");
    }
  }

  /** With the usual tolerance. */
  public static MoveRequest of(StoreLayout layout, MoveConstraints constraints) {
    return new MoveRequest(layout, constraints, DEFAULT_TOLERANCE);
  }

  /** The same with another tolerance. */
  MoveRequest within(double newTolerance) {
    return new MoveRequest(layout, constraints, newTolerance);
  }
}
