package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.input.InputRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of a vehicle: its trip, its pending toll and its charges. */
final class Vehicle {
  private static final int NEW_TRIP_GAP_SECONDS = 60;
  private static final int REPORTS_OF_A_STOPPED_VEHICLE = 4;

  private record Charge(int time, long toll) {}

  private final List<Charge> charges = new ArrayList<>();
  private int lastReportTime = -1;
  private boolean tripOver;
  private @Nullable Place place;
  private @Nullable Spot spot;
  private int reportsFromSpot;
  private long pendingToll;

  /** Whether the report starts a trip (rule 5). */
  boolean beginsTrip(InputRecord report) {
    return lastReportTime < 0
        || (report.lane() == InputRecord.ENTRY_LANE
            && report.time() - lastReportTime > NEW_TRIP_GAP_SECONDS);
  }

  /** Records the time of a report, even outside a trip. */
  void reportedAt(int time) {
    if (time == lastReportTime) {
      throw new IllegalArgumentException(
          "a vehicle has two position reports at the time " + time + ": validate the input first");
    }
    lastReportTime = time;
  }

  void beginTrip() {
    tripOver = false;
    place = null;
    spot = null;
    reportsFromSpot = 0;
    pendingToll = 0;
  }

  void endTrip() {
    tripOver = true;
  }

  boolean isTripOver() {
    return tripOver;
  }

  /** Moves to the place of a report; whether this is a crossing (rule 6). */
  boolean moveTo(Place reported) {
    boolean crossing = !reported.equals(place);
    place = reported;
    return crossing;
  }

  /** Charges the pending toll and makes the announced one pending (rule 6). */
  void charge(int time, long announcedToll) {
    if (pendingToll > 0) {
      charges.add(new Charge(time, pendingToll));
    }
    pendingToll = announcedToll;
  }

  /** The spot of a stopped vehicle (rule 8); null if it is not stopped. */
  @Nullable Spot stoppedAt() {
    return reportsFromSpot >= REPORTS_OF_A_STOPPED_VEHICLE ? spot : null;
  }

  /** Counts consecutive reports from the same spot. */
  void reportFrom(Spot reported) {
    reportsFromSpot = reported.equals(spot) ? reportsFromSpot + 1 : 1;
    spot = reported;
  }

  /** The sum of all charges up to a time, that time included (rule 11). */
  long balanceAt(int time) {
    return charges.stream().filter(c -> c.time <= time).mapToLong(Charge::toll).sum();
  }
}
