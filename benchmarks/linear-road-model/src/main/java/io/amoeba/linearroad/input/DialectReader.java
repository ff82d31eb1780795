package io.amoeba.linearroad.input;

import io.amoeba.linearroad.csv.LineReader;

/**
 * Reads the lines of one file into the ranges of the specification, and counts clamped speeds.
 * Confined to one thread.
 */
final class DialectReader {
  private static final int GREATEST_SPEED = 100;
  private static final int LEAST_SEGMENT = 1;
  private static final int GREATEST_SEGMENT = 100;
  private static final int POSITION_UNITS_PER_SEGMENT = 10;

  private final InputDialect dialect;
  private long clampedSpeeds;

  DialectReader(InputDialect dialect) {
    this.dialect = dialect;
  }

  /** Reads the current line. */
  InputLine read(LineReader lines) {
    InputLine line =
        InputRecords.readFields(lines.buffer(), lines.from(), lines.to(), lines.lineNumber());
    if (!(line instanceof InputRecord record)) {
      return line;
    }
    return dialect == InputDialect.DISSERTATION && record.type() == InputRecord.POSITION_REPORT
        ? dissertation(record, lines.lineNumber())
        : InputRecords.inRange(record, lines.lineNumber());
  }

  /** Position reports whose speed was read as 100 mph. */
  long clampedSpeeds() {
    return clampedSpeeds;
  }

  /*
   * The generator's Pos starts at 10 x Seg in each segment and grows by 10 a second until the
   * vehicle crosses, also beyond the start of the next one. The rest after 10 x Seg is read as
   * feet from the segment's start. Equal positions in a segment stay equal, which is all that rules
   * 8 (stopped) and 9 (accident) compare, and Pos lies in Seg, which rule 9 takes the segment from.
   */
  private InputLine dissertation(InputRecord record, long lineNumber) {
    int segment = record.segment();
    if (segment < LEAST_SEGMENT || segment > GREATEST_SEGMENT) {
      return new InputProblem(
          lineNumber,
          InputField.SEGMENT.title,
          String.valueOf(segment),
          "use an integer from %d to %d, as this dialect has them"
              .formatted(LEAST_SEGMENT, GREATEST_SEGMENT));
    }
    int feet = record.position() - segment * POSITION_UNITS_PER_SEGMENT;
    if (feet < 0) {
      return new InputProblem(
          lineNumber,
          InputField.POSITION.title,
          String.valueOf(record.position()),
          "use an integer from %d on: in this dialect a segment's positions begin at ten times its number"
              .formatted(segment * POSITION_UNITS_PER_SEGMENT));
    }
    if (record.speed() > GREATEST_SPEED) {
      clampedSpeeds++;
    }
    int start = (segment - LEAST_SEGMENT) * InputRecord.SEGMENT_FEET;
    return InputRecords.inRange(
        InputRecord.positionReport(
            record.time(),
            record.vid(),
            Math.min(record.speed(), GREATEST_SPEED),
            record.xway(),
            record.lane(),
            record.dir(),
            segment - LEAST_SEGMENT,
            start + Math.min(feet, InputRecord.SEGMENT_FEET - 1)),
        lineNumber);
  }
}
