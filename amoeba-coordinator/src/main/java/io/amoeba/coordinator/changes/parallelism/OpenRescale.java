package io.amoeba.coordinator.changes.parallelism;

import java.util.List;

/**
 * How far a change of parallelism has come. Immutable.
 *
 * @param job id of the job that is rescaled
 * @param name its name
 * @param from its parallelism before
 * @param to the parallelism that it is to get
 * @param parallelism that it, or its successor, is to have as things are: one of both
 * @param operators ids of those that change in place; empty: it is not known yet which
 * @param trigger id of the stop; empty: there is none yet
 * @param savepoint where the stopped job's savepoint is; empty: not known yet
 * @param successor the job that is started from it; {@link Successor#NONE} before
 * @param end how it ended; {@link End#NONE} before
 */
public record OpenRescale(
    String job,
    String name,
    RescaleWay way,
    int from,
    int to,
    int parallelism,
    List<String> operators,
    String trigger,
    String savepoint,
    Successor successor,
    End end) {

  /**
   * The job that takes over. Immutable.
   *
   * @param withdrawn whether it is being canceled, so that another one can be started
   */
  public record Successor(String job, boolean withdrawn) {

    /** There is none yet. */
    public static final Successor NONE = new Successor("", false);
  }

  /**
   * How it ended. Immutable.
   *
   * @param job id of the job that runs with the new parallelism; empty: none
   * @param reason why there is none; empty: there is one, or it has not ended
   */
  public record End(String job, String reason) {

    /** It has not ended. */
    public static final End NONE = new End("", "");
  }

  /**
   * Checks the parallelism.
   *
   * @throws IllegalArgumentException if it is neither the old nor the new one, or less than 1
   */
  public OpenRescale {
    operators = List.copyOf(operators);
    if (from < 1 || to < 1 || (parallelism != from && parallelism != to)) {
      throw new IllegalArgumentException(
          "a job cannot be rescaled from %d to %d subtasks by way of %d"
              .formatted(from, to, parallelism));
    }
  }

  static OpenRescale planned(RescaleJob action) {
    return new OpenRescale(
        action.job(),
        action.name(),
        action.way(),
        action.from(),
        action.to(),
        action.to(),
        List.of(),
        "",
        "",
        Successor.NONE,
        End.NONE);
  }

  /** It is to be stopped under this id. */
  OpenRescale bySavepoint(String stop) {
    return new OpenRescale(
        job, name, way, from, to, parallelism, operators, stop, savepoint, successor, end);
  }

  /** These operators are to change. */
  OpenRescale inPlace(List<String> changing) {
    return new OpenRescale(
        job, name, way, from, to, parallelism, changing, trigger, savepoint, successor, end);
  }

  /** The job has stopped, and its successor gets this id. */
  OpenRescale stopped(String at, String next) {
    return with(parallelism, at, new Successor(next, false));
  }

  /** The old parallelism is to be the new one. */
  OpenRescale takenBack() {
    return with(from, savepoint, successor);
  }

  /** The successor gives way to another one with the old parallelism. */
  OpenRescale withdrawn() {
    return with(from, savepoint, new Successor(successor.job(), true));
  }

  private OpenRescale with(int subtasks, String at, Successor next) {
    return new OpenRescale(job, name, way, from, to, subtasks, operators, trigger, at, next, end);
  }

  /** A job runs with the new parallelism. */
  OpenRescale done(String rescaled) {
    return ended(new End(rescaled, ""));
  }

  /** It came to another end. */
  OpenRescale ended(String reason) {
    return ended(new End("", reason));
  }

  private OpenRescale ended(End how) {
    return new OpenRescale(
        job, name, way, from, to, parallelism, operators, trigger, savepoint, successor, how);
  }

  /** Whether it may have begun, and has not ended. */
  boolean isHalfDone() {
    return !(trigger.isEmpty() && operators.isEmpty()) && end.equals(End.NONE);
  }

  boolean isStopped() {
    return !savepoint.isEmpty();
  }

  boolean isTakenBack() {
    return parallelism == from;
  }

  /** For people. */
  public String text() {
    return "job '%s' is being rescaled from %d to %d subtasks".formatted(name, from, to);
  }
}
