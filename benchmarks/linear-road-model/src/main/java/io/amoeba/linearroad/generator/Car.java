package io.amoeba.linearroad.generator;

/** A vehicle on the road; its distances count along its direction, see {@link Road}. */
final class Car {
  enum State {
    ENTERING,
    TRAVELLING,
    STOPPED,
    EXITING
  }

  final int vid;
  final int dir;

  /** Where the vehicle leaves the travel lanes, in distance units. */
  final int exitAt;

  /** The speed in percent of what the traffic allows. */
  final int stylePercent;

  State state;
  int distance;
  int lane;
  int speedMph;

  /** Reports that are still to come from the ramp that the vehicle is on. */
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
