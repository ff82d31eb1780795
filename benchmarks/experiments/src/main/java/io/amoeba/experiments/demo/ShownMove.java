package io.amoeba.experiments.demo;

import io.amoeba.experiments.load.TrafficSecond;
import java.util.ArrayList;
import java.util.List;

/** Reads that go to one node first and to another one after a moment. Confined to one thread. */
final class ShownMove {
  private final String from;
  private final String to;
  private final List<TrafficSecond> seconds = new ArrayList<>();
  private double movedAtSeconds = Double.POSITIVE_INFINITY;

  ShownMove(String from, String to) {
    this.from = from;
    this.to = to;
  }

  void add(TrafficSecond second) {
    seconds.add(second);
  }

  void moved(double atSeconds) {
    movedAtSeconds = atSeconds;
  }

  String from() {
    return from;
  }

  String to() {
    return to;
  }

  List<TrafficSecond> seconds() {
    return List.copyOf(seconds);
  }

  /** Since 1970; infinite: not yet. */
  double movedAtSeconds() {
    return movedAtSeconds;
  }

  /** The node that got most of the reads of a second. */
  String askedIn(TrafficSecond second) {
    return second.second() + 1 <= Math.ceil(movedAtSeconds) ? from : to;
  }
}
