package io.amoeba.linearroad.input;

import static io.amoeba.linearroad.csv.IntegerFields.value;

import io.amoeba.linearroad.csv.DecimalDigits;
import io.amoeba.linearroad.csv.IntegerFields;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts between input records and their lines of text, without the line feed. Parsing a valid
 * line allocates the record and nothing else. Besides records there is one control line, the tick
 * {@code T,<time>}: in a Kafka partition it promises that no record with an earlier time follows.
 * Fields that a type does not use are not checked. Safe for concurrent use.
 */
public final class InputRecords {
  /** Room that any formatted record fits into. */
  public static final int MAX_LINE_BYTES = 15 * 12;

  private static final int SHOWN_CHARACTERS = 120;

  private static final Map<String, String> OTHER_SEPARATORS =
      Map.of("\t", "tabs", " +", "blanks", ";", "semicolons");

  private InputRecords() {}

  /**
   * Parses and checks one line.
   *
   * @param from the offset of its first byte
   * @param to the offset after its last byte; a carriage return there is ignored
   * @param lineNumber for a problem; 0: the line has none
   */
  public static InputLine parse(byte[] line, int from, int to, long lineNumber) {
    InputLine read = readFields(line, from, to, lineNumber);
    return read instanceof InputRecord record ? inRange(record, lineNumber) : read;
  }

  /** As {@link #parse}, without the check of ranges. */
  static InputLine readFields(byte[] line, int from, int to, long lineNumber) {
    int end = IntegerFields.withoutCarriageReturn(line, from, to);
    InputRecord record = read(line, from, end);
    return record == null ? malformed(line, from, end, lineNumber) : record;
  }

  /** The record, or the problem of its first value that is out of range. */
  static InputLine inRange(InputRecord record, long lineNumber) {
    InputField invalid = InputField.invalidFieldOf(record);
    if (invalid == null) {
      return record;
    }
    return new InputProblem(
        lineNumber, invalid.title, String.valueOf(invalid.of(record)), invalid.remedy());
  }

  private static @Nullable InputRecord read(byte[] line, int from, int to) {
    long type = IntegerFields.first(line, from, to);
    long time = IntegerFields.next(line, type, to);
    long vid = IntegerFields.next(line, time, to);
    long speed = IntegerFields.next(line, vid, to);
    long xway = IntegerFields.next(line, speed, to);
    long lane = IntegerFields.next(line, xway, to);
    long dir = IntegerFields.next(line, lane, to);
    long segment = IntegerFields.next(line, dir, to);
    long position = IntegerFields.next(line, segment, to);
    long qid = IntegerFields.next(line, position, to);
    long sInit = IntegerFields.next(line, qid, to);
    long sEnd = IntegerFields.next(line, sInit, to);
    long dow = IntegerFields.next(line, sEnd, to);
    long tod = IntegerFields.next(line, dow, to);
    long day = IntegerFields.next(line, tod, to);
    if (!IntegerFields.isLast(day, to)) {
      return null;
    }
    return new InputRecord(
        value(type),
        value(time),
        value(vid),
        value(speed),
        value(xway),
        value(lane),
        value(dir),
        value(segment),
        value(position),
        value(qid),
        value(sInit),
        value(sEnd),
        value(dow),
        value(tod),
        value(day));
  }

  /** Finds the problem of an unreadable line; only bad lines pay for this. */
  private static InputProblem malformed(byte[] line, int from, int to, long lineNumber) {
    String text = new String(line, from, to - from, StandardCharsets.ISO_8859_1);
    String[] fields = text.split(",", -1);
    int expected = InputField.ALL.size();
    if (fields.length != expected) {
      return new InputProblem(
          lineNumber,
          "the line",
          shown(text),
          "write %d comma-separated integers; it has %d fields%s"
              .formatted(expected, fields.length, separatedOtherwise(text, expected)));
    }
    for (int i = 0; i < expected; i++) {
      InputField field = InputField.ALL.get(i);
      String value = fields[i];
      byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
      if (!IntegerFields.isLast(IntegerFields.first(bytes, 0, bytes.length), bytes.length)) {
        return new InputProblem(
            lineNumber,
            field.title,
            shown(value),
            field.remedy() + ", or -1 where the type does not use the field");
      }
    }
    throw new IllegalStateException("a readable line was taken for malformed: " + shown(text));
  }

  private static String separatedOtherwise(String text, int expected) {
    for (Map.Entry<String, String> separator : OTHER_SEPARATORS.entrySet()) {
      if (text.strip().split(separator.getKey(), -1).length == expected) {
        return ", separated by " + separator.getValue();
      }
    }
    return "";
  }

  private static String shown(String text) {
    return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
  }

  /**
   * Writes the line of a record.
   *
   * @param into has room for {@value #MAX_LINE_BYTES} bytes from {@code at} on
   * @return the offset after the last byte written
   */
  public static int format(InputRecord record, byte[] into, int at) {
    int end = DecimalDigits.put(into, at, record.type());
    for (int field = 1; field < InputField.ALL.size(); field++) {
      end = DecimalDigits.putNext(into, end, InputField.ALL.get(field).of(record));
    }
    return end;
  }

  public static byte[] toBytes(InputRecord record) {
    byte[] line = new byte[MAX_LINE_BYTES];
    return Arrays.copyOf(line, format(record, line, 0));
  }

  /** The time of a tick line in seconds, or -1 if the line is no tick. */
  public static int tickTime(byte[] line, int from, int to) {
    if (to - from < 3 || line[from] != 'T' || line[from + 1] != ',') {
      return -1;
    }
    int end = IntegerFields.withoutCarriageReturn(line, from, to);
    long time = IntegerFields.first(line, from + 2, end);
    return IntegerFields.isLast(time, end) && value(time) >= 0 ? value(time) : -1;
  }

  /** The tick line of a time in seconds, which must not be negative. */
  public static byte[] tick(int time) {
    if (time < 0) {
      throw new IllegalArgumentException(
          "a tick cannot have the time " + time + ": use seconds from 0 on");
    }
    byte[] line = new byte[2 + DecimalDigits.MAX_BYTES];
    line[0] = 'T';
    return Arrays.copyOf(line, DecimalDigits.putNext(line, 1, time));
  }
}
