package io.amoeba.coordinator.monitor;

import java.util.List;

/**
 * A running job: the version of the stream processor, whether checkpoints may overtake records
 * (unaligned), and its operators. Immutable.
 */
public record StreamJob(
    String id,
    String name,
    String state,
    String version,
    boolean unalignedCheckpoints,
    List<StreamOperator> operators) {

  public StreamJob {
    operators = List.copyOf(operators);
  }

  /** Operators behind a custom-partitioned exchange, which can be aligned. */
  public List<StreamOperator> aligned() {
    return operators.stream().filter(StreamOperator::customPartitioned).toList();
  }
}
