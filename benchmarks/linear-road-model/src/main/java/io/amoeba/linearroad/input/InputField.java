package io.amoeba.linearroad.input;

import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The fields of an input line in their order, with the range of a used field. */
enum InputField {
  TYPE("Type", 0, 4, InputRecord::type),
  // The benchmark runs for 10,800 s; longer runs are allowed.
  TIME("Time", 0, 10_000_000, InputRecord::time),
  VID("VID", 0, Integer.MAX_VALUE, InputRecord::vid),
  SPEED("Spd", 0, 100, InputRecord::speed),
  XWAY("XWay", 0, Integer.MAX_VALUE, InputRecord::xway),
  LANE("Lane", 0, 4, InputRecord::lane),
  DIR("Dir", 0, 1, InputRecord::dir),
  SEGMENT("Seg", 0, 99, InputRecord::segment),
  POSITION("Pos", 0, 527_999, InputRecord::position),
  QID("QID", 0, Integer.MAX_VALUE, InputRecord::qid),
  S_INIT("Sinit", 0, 99, InputRecord::sInit),
  S_END("Send", 0, 99, InputRecord::sEnd),
  DOW("DOW", 1, 7, InputRecord::dow),
  TOD("TOD", 0, 1440, InputRecord::tod),
  DAY("Day", 1, 69, InputRecord::day);

  static final List<InputField> ALL = List.of(values());

  private static final InputField[] OF_POSITION_REPORT = {
    TIME, VID, SPEED, XWAY, LANE, DIR, SEGMENT, POSITION
  };
  private static final InputField[] OF_BALANCE_QUERY = {TIME, VID, QID};
  private static final InputField[] OF_EXPENDITURE_QUERY = {TIME, VID, XWAY, QID, DAY};
  private static final InputField[] OF_TRAVEL_TIME_QUERY = {
    TIME, VID, XWAY, QID, S_INIT, S_END, DOW, TOD
  };

  final String title;
  final int least;
  final int greatest;
  private final ToIntFunction<InputRecord> value;

  InputField(String title, int least, int greatest, ToIntFunction<InputRecord> value) {
    this.title = title;
    this.least = least;
    this.greatest = greatest;
    this.value = value;
  }

  /** The first field that is out of range; null: none. */
  static @Nullable InputField invalidFieldOf(InputRecord record) {
    InputField[] used = usedBy(record.type());
    if (used == null) {
      return TYPE;
    }
    for (InputField field : used) {
      int found = field.of(record);
      if (found < field.least || found > field.greatest) {
        return field;
      }
    }
    return null;
  }

  private static InputField @Nullable [] usedBy(int type) {
    return switch (type) {
      case InputRecord.POSITION_REPORT -> OF_POSITION_REPORT;
      case InputRecord.BALANCE_QUERY -> OF_BALANCE_QUERY;
      case InputRecord.EXPENDITURE_QUERY -> OF_EXPENDITURE_QUERY;
      case InputRecord.TRAVEL_TIME_QUERY -> OF_TRAVEL_TIME_QUERY;
      default -> null;
    };
  }

  int of(InputRecord record) {
    return value.applyAsInt(record);
  }

  String remedy() {
    if (this == TYPE) {
      return "use 0 (position report), 2 (account balance), 3 (daily expenditure) or 4 (travel"
          + " time)";
    }
    return "use an integer from " + least + " to " + greatest;
  }
}
