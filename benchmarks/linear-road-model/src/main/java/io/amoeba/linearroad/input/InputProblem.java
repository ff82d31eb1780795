package io.amoeba.linearroad.input;

/**
 * One invalid input line: which field of it, with which value, and what to do. Immutable.
 *
 * @param lineNumber counted from 1; 0 if the line does not come from a file
 */
public record InputProblem(long lineNumber, String field, String value, String remedy)
    implements InputLine {
  /** The problem as one sentence for people. */
  public String message() {
    String place = lineNumber > 0 ? "line " + lineNumber + ": " : "";
    return place + field + " is '" + value + "': " + remedy;
  }
}
