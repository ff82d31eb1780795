package io.amoeba.coordinator.monitor;

/**
 * What an operator counts, summed over its subtasks: records that came in per second (NaN: unknown)
 * and the store requests that stayed on their node or left it since the job's start (-1: the
 * operator does not count them). Immutable.
 */
public record OperatorRates(double recordsInPerSecond, long localRequests, long remoteRequests) {

  /** Nothing is known. */
  public static final OperatorRates UNKNOWN = new OperatorRates(Double.NaN, -1, -1);

  /** Whether the operator counts its store requests. */
  public boolean countsRequests() {
    return localRequests >= 0 && remoteRequests >= 0;
  }
}
