package io.amoeba.linearroad.generator;

/** A vehicle on the road; for its distances see {@link Road}. */
final class Car {
  enum State {
    ENTERING,
    TRAVELLING,
    STOPPED,
    EXITING
  }

  final int vid;
  final int dir;

  /** Distance at which the vehicle leaves the travel lanes. */
  final int exitAt;

  /** Speed in percent of the traffic's. */
  final int stylePercent;

  State state;
  int distance;
  int lane;
  int speedMph;

  /** Remaining reports from the ramp. */
  int rampReports;

  Car(int vid, Trip trip, int stylePercent, State state) {
    this.vid = vid;
    this.dir = trip.dir();
    this.distance = trip.from();
    this.exitAt = trip.exitAt();
    this.stylePercent = stylePercent;
    this.state = state;
  }
}
