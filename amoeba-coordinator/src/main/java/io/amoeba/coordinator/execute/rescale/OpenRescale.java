package io.amoeba.coordinator.execute.rescale;

import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.RescaleWay;
import java.util.List;

/**
 * A change of parallelism that has begun and not ended. Immutable.
 *
 * @param job id of the job that is rescaled
 * @param name its name
 * @param from its parallelism before
 * @param to the parallelism that it is to get
 * @param parallelism that it, or its successor, is to have as things are: one of both
 * @param operators ids of those that change in place
 * @param trigger id of the stop
 * @param savepoint where the stopped job's savepoint is; empty: not known yet
 * @param successor the job that is started from it; {@link Successor#NONE} before
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
    Successor successor) {

  /**
   * The job that takes over. Immutable.
   *
   * @param withdrawn whether it is being canceled, so that another one can be started
   */
  public record Successor(String job, boolean withdrawn) {

    /** There is none yet. */
    public static final Successor NONE = new Successor("", false);
  }

  public OpenRescale {
    operators = List.copyOf(operators);
  }

  static OpenRescale bySavepoint(RescaleJob action, String trigger) {
    return new OpenRescale(
        action.job(),
        action.name(),
        RescaleWay.SAVEPOINT,
        action.from(),
        action.to(),
        action.to(),
        List.of(),
        trigger,
        "",
        Successor.NONE);
  }

  static OpenRescale inPlace(RescaleJob action, List<String> operators) {
    return new OpenRescale(
        action.job(),
        action.name(),
        RescaleWay.IN_PLACE,
        action.from(),
        action.to(),
        action.to(),
        operators,
        "",
        "",
        Successor.NONE);
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
    return new OpenRescale(job, name, way, from, to, subtasks, operators, trigger, at, next);
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
