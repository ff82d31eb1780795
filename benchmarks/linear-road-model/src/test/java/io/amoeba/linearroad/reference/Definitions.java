package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.input.InputRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rules 1 to 11 a second time, in another style: nothing is remembered, every value is looked up in
 * the list of all reports by its definition. Quadratic, for small inputs only.
 */
final class Definitions {
  private final List<InputRecord> reports;
  private final List<InputRecord> balanceQueries;
  private final Map<Integer, List<InputRecord>> reportsByVehicle;

  Definitions(List<InputRecord> records) {
    reports =
        records.stream()
            .filter(r -> r.type() == InputRecord.POSITION_REPORT)
            .sorted(Comparator.comparingInt(InputRecord::time))
            .toList();
    balanceQueries = records.stream().filter(r -> r.type() == InputRecord.BALANCE_QUERY).toList();
    reportsByVehicle = reports.stream().collect(Collectors.groupingBy(InputRecord::vid));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (InputRecord r : reports) {
      if (isCrossing(r) && r.lane() != 4) {
        lines.add("0," + r.vid() + "," + r.time() + ",-1," + lav(r) + "," + announced(r));
        accident(r)
            .ifPresent(
                segment ->
                    lines.add(
                        "1," + r.time() + ",-1," + r.xway() + "," + segment + "," + r.dir() + ","
                            + r.vid()));
      }
    }
    for (InputRecord q : balanceQueries) {
      lines.add(
          "2," + q.time() + ",-1," + q.time() + "," + q.qid() + "," + balance(q.vid(), q.time()));
    }
    lines.sort(Comparator.naturalOrder());
    return lines;
  }

  private List<InputRecord> of(int vid) {
    return reportsByVehicle.getOrDefault(vid, List.of());
  }

  /** The reports of the vehicle from the beginning of the report's trip on, up to the report. */
  private List<InputRecord> tripUpTo(InputRecord report) {
    List<InputRecord> trip = new ArrayList<>();
    int before = Integer.MIN_VALUE / 2;
    for (InputRecord r : of(report.vid())) {
      if (r.time() > report.time()) {
        break;
      }
      if (r.lane() == 0 && r.time() - before > 60) {
        trip.clear();
      }
      trip.add(r);
      before = r.time();
    }
    return trip;
  }

  /** Whether no earlier report of the trip was in the exit lane. */
  private boolean counts(InputRecord report) {
    List<InputRecord> trip = tripUpTo(report);
    return trip.subList(0, trip.size() - 1).stream().noneMatch(r -> r.lane() == 4);
  }

  private boolean isCrossing(InputRecord report) {
    List<InputRecord> trip = tripUpTo(report);
    return counts(report) && (trip.size() == 1 || !samePlace(trip.get(trip.size() - 2), report));
  }

  private static boolean samePlace(InputRecord a, InputRecord b) {
    return a.xway() == b.xway() && a.dir() == b.dir() && a.segment() == b.segment();
  }

  private int lav(InputRecord crossing) {
    // Small numbers of reports: doubles with a guard against their error are exact enough.
    double sum = 0;
    int minutes = 0;
    for (int minute = minute(crossing) - 5; minute < minute(crossing); minute++) {
      double sumOfVehicles = 0;
      int count = 0;
      Map<Integer, Double> averages =
          reportsAt(crossing, minute).stream()
              .collect(
                  Collectors.groupingBy(
                      InputRecord::vid, Collectors.averagingInt(InputRecord::speed)));
      for (double average : averages.values()) {
        sumOfVehicles += average;
        count++;
      }
      if (count > 0) {
        sum += sumOfVehicles / count;
        minutes++;
      }
    }
    return minutes == 0 ? 0 : (int) Math.floor(sum / minutes + 1e-9);
  }

  private List<InputRecord> reportsAt(InputRecord place, int minute) {
    return reports.stream().filter(r -> minute(r) == minute && samePlace(r, place)).toList();
  }

  private long announced(InputRecord crossing) {
    long nov =
        reportsAt(crossing, minute(crossing) - 1).stream().map(InputRecord::vid).distinct().count();
    if (crossing.lane() == 4
        || lav(crossing) >= 40
        || nov <= 50
        || accident(crossing).isPresent()) {
      return 0;
    }
    return 2 * (nov - 50) * (nov - 50);
  }

  private OptionalInt accident(InputRecord crossing) {
    int before = (minute(crossing) - 1) * 60;
    int step = crossing.dir() == 0 ? 1 : -1;
    for (int ahead = 0; ahead <= 4; ahead++) {
      int segment = crossing.segment() + ahead * step;
      List<InputRecord> stopped = new ArrayList<>();
      for (int vid : reportsByVehicle.keySet()) {
        InputRecord spot = stoppedBefore(vid, before);
        if (spot != null
            && spot.xway() == crossing.xway()
            && spot.dir() == crossing.dir()
            && spot.position() / 5280 == segment) {
          stopped.add(spot);
        }
      }
      for (InputRecord a : stopped) {
        for (InputRecord b : stopped) {
          if (a.vid() != b.vid() && sameSpot(a, b)) {
            return OptionalInt.of(segment);
          }
        }
      }
    }
    return OptionalInt.empty();
  }

  /** A report from where the vehicle is stopped after all its reports before a time, or null. */
  private @Nullable InputRecord stoppedBefore(int vid, int time) {
    List<InputRecord> before = of(vid).stream().filter(r -> r.time() < time).toList();
    if (before.isEmpty()) {
      return null;
    }
    List<InputRecord> counting =
        tripUpTo(before.get(before.size() - 1)).stream().filter(this::counts).toList();
    if (counting.size() < 4) {
      return null;
    }
    List<InputRecord> last = counting.subList(counting.size() - 4, counting.size());
    InputRecord spot = last.get(0);
    return last.stream().allMatch(r -> sameSpot(r, spot)) ? spot : null;
  }

  private static boolean sameSpot(InputRecord a, InputRecord b) {
    return a.xway() == b.xway()
        && a.dir() == b.dir()
        && a.lane() == b.lane()
        && a.position() == b.position();
  }

  private long balance(int vid, int time) {
    long balance = 0;
    for (InputRecord r : of(vid)) {
      List<InputRecord> trip = tripUpTo(r);
      if (r.time() <= time && isCrossing(r) && trip.size() > 1) {
        List<InputRecord> crossings = trip.stream().filter(this::isCrossing).toList();
        balance += announced(crossings.get(crossings.size() - 2));
      }
    }
    return balance;
  }

  /** From 1. */
  private static int minute(InputRecord record) {
    return record.time() / 60 + 1;
  }
}
