package io.amoeba.linearroad.input;

import java.util.ArrayList;
import java.util.List;

/**
 * What the check of a file found: how many lines, how many problems, and the first problems.
 * Immutable.
 *
 * @param firstProblems at most {@value #SHOWN_PROBLEMS}, in the order of the file
 */
public record FileReport(long lines, long problemCount, List<InputProblem> firstProblems) {
  /** How many problems are kept; the others are only counted. */
  public static final int SHOWN_PROBLEMS = 20;

  /** Takes an immutable copy of the problems. */
  public FileReport {
    firstProblems = List.copyOf(firstProblems);
  }

  /** Whether the file has no problem. */
  public boolean isValid() {
    return problemCount == 0;
  }

  /** The report for people: a summary and one line per kept problem. */
  public String message() {
    StringBuilder text = new StringBuilder();
    text.append(lines).append(" lines, ").append(problemCount).append(" problems");
    for (InputProblem problem : firstProblems) {
      text.append('\n').append("  ").append(problem.message());
    }
    long more = problemCount - firstProblems.size();
    if (more > 0) {
      text.append('\n').append("  and ").append(more).append(" more");
    }
    return text.toString();
  }

  /** Collects a report line by line; confined to the checking thread. */
  public static final class Builder {
    private final List<InputProblem> problems = new ArrayList<>();
    private long lines;
    private long problemCount;

    /** Counts a line. */
    public void line() {
      lines++;
    }

    /** Counts a problem and keeps it if it is one of the first. */
    public void problem(InputProblem problem) {
      problemCount++;
      if (problems.size() < SHOWN_PROBLEMS) {
        problems.add(problem);
      }
    }

    /** Whether there is a problem so far. */
    boolean hasProblems() {
      return problemCount > 0;
    }

    /** The report so far. */
    public FileReport build() {
      return new FileReport(lines, problemCount, problems);
    }
  }
}
