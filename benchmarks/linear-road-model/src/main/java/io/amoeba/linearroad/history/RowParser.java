package io.amoeba.linearroad.history;

import io.amoeba.linearroad.csv.IntegerFields;
import io.amoeba.linearroad.input.InputProblem;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the rows of one kind of history file into a reused array; confined to one thread. */
final class RowParser {
  private static final int SHOWN_CHARACTERS = 120;

  private final List<RowField> columns;
  private final long[] values;

  RowParser(List<RowField> columns) {
    this.columns = columns;
    this.values = new long[columns.size()];
  }

  /** Reads a row for {@link #value}, and returns its problem, or null. */
  @Nullable InputProblem read(byte[] line, int from, int to, long lineNumber) {
    if (IntegerFields.readAll(line, from, to, values) != values.length) {
      return malformed(line, from, to, lineNumber);
    }
    for (int i = 0; i < values.length; i++) {
      RowField column = columns.get(i);
      if (!column.allows(values[i])) {
        return new InputProblem(
            lineNumber, column.title(), String.valueOf(values[i]), column.remedy());
      }
    }
    return null;
  }

  int value(int column) {
    return (int) values[column];
  }

  private InputProblem malformed(byte[] line, int from, int to, long lineNumber) {
    int length = Math.min(to - from, SHOWN_CHARACTERS);
    String text = new String(line, from, length, StandardCharsets.ISO_8859_1);
    List<String> titles = columns.stream().map(RowField::title).toList();
    return new InputProblem(
        lineNumber, "the row", text, "write the integers " + String.join(",", titles));
  }
}
