package io.amoeba.linearroad.input;

import io.amoeba.linearroad.csv.ForeignContent;

/**
 * One invalid input line: its field, value and remedy. Immutable.
 *
 * @param lineNumber counted from 1; 0 if the line does not come from a file
 */
public record InputProblem(long lineNumber, String field, String value, String remedy)
    implements InputLine {
  /** A file that has no lines to read. */
  public static InputProblem of(ForeignContent foreign) {
    return new InputProblem(0, "the file", foreign.name(), foreign.remedy());
  }

  public String message() {
    String place = lineNumber > 0 ? "line " + lineNumber + ": " : "";
    return place + field + " is '" + value + "': " + remedy;
  }
}
