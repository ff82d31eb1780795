package io.amoeba.linearroad.reference;

import io.amoeba.linearroad.answer.AccidentAlert;
import io.amoeba.linearroad.answer.Answer;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.SegmentRow;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.InputRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Builds small inputs for the rules; reports are on expressway 0 by default. */
final class Scenario {
  private final List<InputRecord> records = new ArrayList<>();
  private final List<SegmentRow> segmentRows = new ArrayList<>();
  private TollHistory tolls = TollHistory.empty();

  /** A report eastwards in lane 2, somewhere in the segment that moves with the time. */
  Scenario drives(int time, int vid, int speed, int segment) {
    return reports(time, vid, speed, 2, 0, segment);
  }

  Scenario reports(int time, int vid, int speed, int lane, int dir, int segment) {
    // 7 feet per second: no two reports of a vehicle within 750 s are from the same position.
    int position = segment * InputRecord.SEGMENT_FEET + time * 7 % InputRecord.SEGMENT_FEET;
    return add(InputRecord.positionReport(time, vid, speed, 0, lane, dir, segment, position));
  }

  /** A report with speed 0 from a position in lane 2, its segment being the position's. */
  Scenario stands(int time, int vid, int dir, int position) {
    int segment = position / InputRecord.SEGMENT_FEET;
    return add(InputRecord.positionReport(time, vid, 0, 0, 2, dir, segment, position));
  }

  /** Four consecutive reports 30 s apart from a position: the vehicle is stopped with the last. */
  Scenario stopsWithFourReports(int firstTime, int vid, int dir, int position) {
    for (int i = 0; i < 4; i++) {
      stands(firstTime + 30 * i, vid, dir, position);
    }
    return this;
  }

  /** Different vehicles, numbered from {@code firstVid}, that report once in a second. */
  Scenario crowd(int time, int firstVid, int vehicles, int speed, int segment) {
    for (int i = 0; i < vehicles; i++) {
      drives(time, firstVid + i, speed, segment);
    }
    return this;
  }

  Scenario asksBalance(int time, int vid, int qid) {
    return add(InputRecord.balanceQuery(time, vid, qid));
  }

  Scenario add(InputRecord record) {
    records.add(record);
    return this;
  }

  Scenario withTolls(TollHistory history) {
    tolls = history;
    return this;
  }

  /** A row of expressway 0, eastwards. */
  Scenario row(int dow, int tod, int segment, int lav, int toll) {
    return row(new SegmentRow(dow, tod, 0, 0, segment, lav, toll));
  }

  Scenario row(SegmentRow row) {
    segmentRows.add(row);
    return this;
  }

  AnswerSet answers() {
    List<InputRecord> ordered =
        records.stream().sorted(Comparator.comparingInt(InputRecord::time)).toList();
    SegmentHistory history =
        (dow, tod, xway, dir, segment) ->
            segmentRows.stream()
                .filter(
                    row ->
                        row.dow() == dow
                            && row.tod() == tod
                            && row.xway() == xway
                            && row.dir() == dir
                            && row.segment() == segment)
                .findAny()
                .orElse(null);
    return ReferenceModel.answers(ordered.iterator(), tolls, history);
  }

  /** The lines of one vehicle's toll notifications: VID,Time,LAV,Toll. */
  List<String> tollsOf(int vid) {
    return lines(0).stream()
        .filter(line -> line.startsWith("0," + vid + ","))
        .map(line -> line.replaceFirst("^0,", "").replaceFirst(",-1,", ","))
        .toList();
  }

  /** The segments that one vehicle is warned of, in the order of time. */
  List<Integer> warningsOf(int vid) {
    return answers()
        .distinct(AccidentAlert.TYPE)
        .map(AccidentAlert.class::cast)
        .filter(alert -> alert.vid() == vid)
        .sorted(Comparator.comparingInt(AccidentAlert::time))
        .map(AccidentAlert::segment)
        .toList();
  }

  /** All answer lines of a type, in the order of their text. */
  List<String> lines(int type) {
    return answers().all(type).map(Answer::toLine).sorted().toList();
  }
}
