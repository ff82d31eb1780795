package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.input.InputRecord;
import java.util.HashMap;
import java.util.Map;
import org.apache.commons.numbers.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/** The latest average speeds and vehicle counts of all places (rules 3 and 4). */
final class SegmentStatistics {
  private static final int LAV_MINUTES = 5;

  /** Statistics of a place in a finished minute. */
  private record PlaceMinute(BigFraction averageSpeed, int vehicles) {}

  /** The reports of one vehicle from one place in one minute. */
  private static final class VehicleSpeeds {
    private long sum;
    private int reports;
  }

  private final Map<Integer, Map<Place, PlaceMinute>> finishedMinutes = new HashMap<>();
  private final Map<Place, Map<Integer, VehicleSpeeds>> currentMinute = new HashMap<>();

  /** Counts a report of the current minute. */
  void add(InputRecord report) {
    VehicleSpeeds speeds =
        currentMinute
            .computeIfAbsent(Place.of(report), place -> new HashMap<>())
            .computeIfAbsent(report.vid(), vid -> new VehicleSpeeds());
    speeds.sum += report.speed();
    speeds.reports++;
  }

  /** Finishes a minute: later minutes use its reports. */
  void finish(int minute) {
    Map<Place, PlaceMinute> places = new HashMap<>();
    currentMinute.forEach((place, vehicles) -> places.put(place, summarized(vehicles)));
    finishedMinutes.put(minute, places);
    finishedMinutes.keySet().removeIf(old -> old <= minute - LAV_MINUTES);
    currentMinute.clear();
  }

  private static PlaceMinute summarized(Map<Integer, VehicleSpeeds> vehicles) {
    BigFraction sum = BigFraction.ZERO;
    for (VehicleSpeeds speeds : vehicles.values()) {
      sum = sum.add(BigFraction.of(speeds.sum, speeds.reports));
    }
    return new PlaceMinute(sum.divide(vehicles.size()), vehicles.size());
  }

  /** LAV(m): the mean of the averages of those of the last five minutes that have reports. */
  int lav(Place place, int minute) {
    BigFraction sum = BigFraction.ZERO;
    int minutesWithReports = 0;
    for (int before = minute - LAV_MINUTES; before < minute; before++) {
      PlaceMinute summary = summaryOf(place, before);
      if (summary != null) {
        sum = sum.add(summary.averageSpeed);
        minutesWithReports++;
      }
    }
    if (minutesWithReports == 0) {
      return 0;
    }
    return sum.divide(minutesWithReports).intValue();
  }

  /** NOV(m): number of vehicles that reported from the place in the previous minute. */
  int nov(Place place, int minute) {
    PlaceMinute summary = summaryOf(place, minute - 1);
    return summary == null ? 0 : summary.vehicles;
  }

  private @Nullable PlaceMinute summaryOf(Place place, int minute) {
    return finishedMinutes.getOrDefault(minute, Map.of()).get(place);
  }
}
