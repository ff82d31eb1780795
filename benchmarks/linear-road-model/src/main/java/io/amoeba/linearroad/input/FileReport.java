package io.amoeba.linearroad.input;

import java.util.ArrayList;
import java.util.List;

/**
 * The result of the check of a file. Immutable.
 *
 * @param firstProblems at most {@value #SHOWN_PROBLEMS}, in the order of the file
 */
public record FileReport(long lines, long problemCount, List<InputProblem> firstProblems) {
  /** The other problems are only counted. */
  public static final int SHOWN_PROBLEMS = 20;

  public FileReport {
    firstProblems = List.copyOf(firstProblems);
  }

  public boolean isValid() {
    return problemCount == 0;
  }

  /** A summary and one line per kept problem. */
  public String message() {
    StringBuilder text = new StringBuilder("%d lines, %d problems".formatted(lines, problemCount));
    firstProblems.forEach(problem -> text.append("\n  ").append(problem.message()));
    long more = problemCount - firstProblems.size();
    return more > 0 ? text + "\n  and " + more + " more" : text.toString();
  }

  /** Collects a report line by line; confined to the checking thread. */
  public static final class Builder {
    private final List<InputProblem> problems = new ArrayList<>();
    private long lines;
    private long problemCount;

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

    boolean hasProblems() {
      return problemCount > 0;
    }

    public FileReport build() {
      return new FileReport(lines, problemCount, problems);
    }
  }
}
