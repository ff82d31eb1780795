package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.answer.AccidentAlert;
import io.amoeba.linearroad.answer.AccountBalance;
import io.amoeba.linearroad.answer.Answer;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.DailyExpenditure;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.answer.TravelTime;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Computes the right answers to Linear Road input by the rules as written in docs/linear-road.md,
 * with exact arithmetic. The records must be valid and ordered by time, else {@link
 * IllegalArgumentException}; the order within a second does not matter. The functions are safe for
 * concurrent use; an instance is confined to one call.
 */
public final class ReferenceModel {
  private static final int LAV_OF_CONGESTION = 40;
  private static final int FREE_VEHICLES = 50;

  private final TollHistory tollHistory;
  private final JourneyEstimate journeys;
  private final AnswerSet answers = new AnswerSet();
  private final SegmentStatistics statistics = new SegmentStatistics();
  private final Accidents accidents = new Accidents();
  private final Map<Integer, Vehicle> vehicles = new HashMap<>();

  /** Answered at the end: a charge counts for a query of the same second in any order. */
  private final List<InputRecord> balanceQueries = new ArrayList<>();

  private int now;

  private ReferenceModel(TollHistory tollHistory, SegmentHistory segmentHistory) {
    this.tollHistory = tollHistory;
    this.journeys = new JourneyEstimate(segmentHistory);
  }

  public static AnswerSet answers(
      Iterator<InputRecord> records, TollHistory tolls, SegmentHistory segments) {
    ReferenceModel model = new ReferenceModel(tolls, segments);
    records.forEachRemaining(model::accept);
    model.balanceQueries.forEach(model::answerBalance);
    return model.answers;
  }

  private void accept(InputRecord record) {
    advanceTo(record.time());
    switch (record.type()) {
      case InputRecord.POSITION_REPORT -> report(record);
      case InputRecord.BALANCE_QUERY -> balanceQueries.add(record);
      case InputRecord.EXPENDITURE_QUERY -> answerExpenditure(record);
      case InputRecord.TRAVEL_TIME_QUERY -> answerTravelTime(record);
      default ->
          throw new IllegalArgumentException(
              "no input type " + record.type() + ": validate the input first");
    }
  }

  private void advanceTo(int time) {
    if (time < now) {
      throw new IllegalArgumentException(
          "a record with the time " + time + " follows one with " + now + ": order them by time");
    }
    int finishedMinute = minuteOf(now);
    now = time;
    if (minuteOf(time) > finishedMinute) {
      statistics.finish(finishedMinute);
      accidents.beginMinute();
    }
  }

  /** Rule 1. */
  private static int minuteOf(int time) {
    return time / 60 + 1;
  }

  /** Rules 3 to 5. */
  private void report(InputRecord report) {
    statistics.add(report);
    Vehicle vehicle = vehicles.computeIfAbsent(report.vid(), vid -> new Vehicle());
    if (vehicle.beginsTrip(report)) {
      moveOn(report.vid(), vehicle);
      vehicle.beginTrip();
    }
    vehicle.reportedAt(report.time());
    if (vehicle.isTripOver()) {
      return;
    }
    if (vehicle.moveTo(Place.of(report))) {
      cross(report, vehicle);
    }
    stopOrGo(report, vehicle);
    if (report.lane() == InputRecord.EXIT_LANE) {
      vehicle.endTrip();
    }
  }

  /** Rules 6, 7 and 10. */
  private void cross(InputRecord report, Vehicle vehicle) {
    if (report.lane() == InputRecord.EXIT_LANE) {
      vehicle.charge(report.time(), 0);
      return;
    }
    Place place = Place.of(report);
    int minute = minuteOf(report.time());
    int lav = statistics.lav(place, minute);
    OptionalInt accident = accidents.nearestInForce(place);
    long toll = accident.isPresent() ? 0 : toll(lav, statistics.nov(place, minute));
    answers.add(new TollNotification(report.vid(), report.time(), Answer.NO_EMIT, lav, toll));
    if (accident.isPresent()) {
      answers.add(
          new AccidentAlert(
              report.time(),
              Answer.NO_EMIT,
              place.xway(),
              accident.getAsInt(),
              place.dir(),
              report.vid()));
    }
    vehicle.charge(report.time(), toll);
  }

  /** Rule 7 without accidents. */
  private static long toll(int lav, int nov) {
    if (lav >= LAV_OF_CONGESTION || nov <= FREE_VEHICLES) {
      return 0;
    }
    long excess = (long) nov - FREE_VEHICLES;
    return 2 * excess * excess;
  }

  /** Rule 8. */
  private void stopOrGo(InputRecord report, Vehicle vehicle) {
    Spot reported = Spot.of(report);
    Spot stoppedBefore = vehicle.stoppedAt();
    if (stoppedBefore != null && !stoppedBefore.equals(reported)) {
      moveOn(report.vid(), vehicle);
    }
    vehicle.reportFrom(reported);
    if (vehicle.stoppedAt() != null) {
      accidents.stop(report.vid(), reported);
    }
  }

  private void moveOn(int vid, Vehicle vehicle) {
    Spot spot = vehicle.stoppedAt();
    if (spot != null) {
      accidents.moveOn(vid, spot);
    }
  }

  /** Rule 11. */
  private void answerBalance(InputRecord query) {
    Vehicle vehicle = vehicles.get(query.vid());
    long balance = vehicle == null ? 0 : vehicle.balanceAt(query.time());
    answers.add(
        new AccountBalance(query.time(), Answer.NO_EMIT, query.time(), query.qid(), balance));
  }

  /** Rule 12. */
  private void answerExpenditure(InputRecord query) {
    int toll = tollHistory.toll(query.vid(), query.day(), query.xway());
    answers.add(new DailyExpenditure(query.time(), Answer.NO_EMIT, query.qid(), toll));
  }

  /** Rule 13. */
  private void answerTravelTime(InputRecord query) {
    TravelTime answer = journeys.answer(query);
    if (answer == null) {
      answers.addUnansweredTravelTime();
    } else {
      answers.add(answer);
    }
  }
}
