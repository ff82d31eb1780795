package io.amoeba.experiments.priority;

/**
 * The requests of the high class: so many in flight at any time, or so many per second whatever the
 * node does. Immutable.
 *
 * @param inFlight 0 if there is a rate
 * @param perSecond 0 if there is a number in flight
 */
record HighLoad(int inFlight, int perSecond) {
  static HighLoad inFlight(int requests) {
    return new HighLoad(requests, 0);
  }

  static HighLoad perSecond(int requests) {
    return new HighLoad(0, requests);
  }

  /** Whether requests start at a fixed rate. */
  boolean isOpen() {
    return perSecond > 0;
  }

  @Override
  public String toString() {
    return isOpen() ? perSecond + "/s" : inFlight + " in flight";
  }
}
