package io.amoeba.linearroad.job.vehicle;

import io.amoeba.linearroad.input.InputRecord;

/**
 * The state of a vehicle: its last report within a trip, how often it reported from that spot (at
 * most {@link #STOPPED}), and when the pending toll was announced. Immutable.
 */
public record Vehicle(
    int lastReportTime,
    long place,
    int lane,
    int position,
    int reportsFromSpot,
    int pendingCrossing,
    boolean tripOver) {
  /** Consecutive reports from a spot that make a vehicle stopped (rule 8). */
  static final int STOPPED = 4;

  private static final int NEW_TRIP_GAP_SECONDS = 60;

  boolean isStopped() {
    return reportsFromSpot >= STOPPED;
  }

  /** Whether a report begins a new trip (rule 5). */
  boolean isEndedBy(Report report) {
    return report.lane() == InputRecord.ENTRY_LANE
        && report.time() - lastReportTime > NEW_TRIP_GAP_SECONDS;
  }

  boolean isAtSpotOf(Report report) {
    // Expressway and direction are in the upper bits; the segment follows from the position.
    return place >>> 7 == report.place() >>> 7
        && lane == report.lane()
        && position == report.position();
  }

  Vehicle reportedAt(int time) {
    return new Vehicle(time, place, lane, position, reportsFromSpot, pendingCrossing, tripOver);
  }
}
