package io.amoeba.coordinator.approve;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * A time of the day, {@code from} included and {@code to} not; it may go over midnight. Immutable.
 */
public record TimeWindow(LocalTime from, LocalTime to, ZoneId zone) {

  /** Whether an instant is within. */
  public boolean contains(Instant instant) {
    LocalTime time = instant.atZone(zone).toLocalTime();
    boolean begun = !time.isBefore(from);
    boolean ended = !time.isBefore(to);
    return from.isBefore(to) ? begun && !ended : begun || !ended;
  }

  @Override
  public String toString() {
    return from + " … " + to + " " + zone;
  }
}
