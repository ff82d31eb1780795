package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.yaml.YamlSection;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/**
 * A time of the day, {@code from} included and {@code to} not; it may go over midnight. Immutable.
 */
public record TimeWindow(LocalTime from, LocalTime to, ZoneId zone) {

  private static final String TIME = "a time of the day, such as 22:00";

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

  static TimeWindow read(YamlSection section) {
    TimeWindow window = new TimeWindow(time(section, "from"), time(section, "to"), zone(section));
    section.refuseUnknownKeys();
    return window;
  }

  private static LocalTime time(YamlSection section, String key) {
    String text = section.required(key, TIME, "A window has a start and an end.");
    try {
      return text.isEmpty() ? LocalTime.MIDNIGHT : LocalTime.parse(text);
    } catch (DateTimeParseException e) {
      section.problem(key, "'" + text + "'", TIME, "Write it in quotes, with two-digit hours.");
      return LocalTime.MIDNIGHT;
    }
  }

  private static ZoneId zone(YamlSection section) {
    String text = section.text("zone").orElse("UTC");
    try {
      return ZoneId.of(text);
    } catch (DateTimeException e) {
      section.problem("zone", "'" + text + "'", "a time zone", "Such as UTC or Europe/Athens.");
      return ZoneOffset.UTC;
    }
  }
}
