package io.amoeba.linearroad.job.source;

import io.amoeba.linearroad.csv.IntegerFields;
import io.amoeba.linearroad.input.InputRecords;

/**
 * A line as it is in Kafka, and the timestamp of its Kafka record in milliseconds. Immutable; its
 * bytes are shared.
 */
public record RawLine(byte[] line, long appendMillis) {
  /** Of a line without a readable time. */
  static final int NO_TIME = -1;

  /** The time of a record or a tick in seconds, without reading the other fields. */
  int timeSeconds() {
    if (line.length > 0 && line[0] == 'T') {
      return InputRecords.tickTime(line, 0, line.length);
    }
    long type = IntegerFields.first(line, 0, line.length);
    long time = IntegerFields.next(line, type, line.length);
    // An unreadable field ends nowhere, which no line length equals.
    int seconds = IntegerFields.value(time);
    return (int) time < 0 || seconds < 0 ? NO_TIME : seconds;
  }
}
