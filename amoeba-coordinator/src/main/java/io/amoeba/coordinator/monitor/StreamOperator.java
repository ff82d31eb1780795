package io.amoeba.coordinator.monitor;

import java.util.List;

/**
 * An operator (the head of a chain), its parallelism and maximum parallelism (number of key groups;
 * 0: not known), its subtasks in order, whether their places are the same as in the read before and
 * all run, and its rates. Immutable.
 */
public record StreamOperator(
    String name,
    boolean customPartitioned,
    int parallelism,
    int maxParallelism,
    List<Subtask> subtasks,
    boolean settled,
    OperatorRates rates) {

  public StreamOperator {
    subtasks = List.copyOf(subtasks);
  }

  /** An operator whose key groups do not matter. */
  public StreamOperator(
      String name,
      boolean customPartitioned,
      int parallelism,
      List<Subtask> subtasks,
      boolean settled,
      OperatorRates rates) {
    this(name, customPartitioned, parallelism, 0, subtasks, settled, rates);
  }

  /** The same operator with its subtasks elsewhere. */
  StreamOperator with(List<Subtask> others, boolean nowSettled) {
    return new StreamOperator(
        name, customPartitioned, parallelism, maxParallelism, others, nowSettled, rates);
  }
}
