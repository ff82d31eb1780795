package io.amoeba.coordinator.monitor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A running job: the version of the stream processor, whether checkpoints may overtake records
 * (unaligned), its operators, and the name of the one that the store is to follow (empty: none).
 * Immutable.
 */
public record StreamJob(
    String id,
    String name,
    String state,
    String version,
    boolean unalignedCheckpoints,
    List<StreamOperator> operators,
    Optional<String> storeFollows) {

  public StreamJob {
    operators = List.copyOf(operators);
  }

  /** A job that the store does not follow. */
  public StreamJob(
      String id,
      String name,
      String state,
      String version,
      boolean unalignedCheckpoints,
      List<StreamOperator> operators) {
    this(id, name, state, version, unalignedCheckpoints, operators, Optional.empty());
  }

  /** The same job with other operators. */
  StreamJob with(List<StreamOperator> others) {
    return new StreamJob(id, name, state, version, unalignedCheckpoints, others, storeFollows);
  }

  /** Operators behind a custom-partitioned exchange, which can be aligned. */
  public List<StreamOperator> aligned() {
    return operators.stream().filter(StreamOperator::customPartitioned).toList();
  }

  /** The keyed operator that the store is to follow, if the job has it. */
  public Optional<StreamOperator> followed() {
    return operators.stream()
        .filter(o -> !o.customPartitioned() && storeFollows.filter(o.name()::equals).isPresent())
        .findFirst();
  }

  /** Operators that plans are about: the aligned ones, then the followed one. */
  public List<StreamOperator> planned() {
    List<StreamOperator> planned = new ArrayList<>(aligned());
    followed().ifPresent(planned::add);
    return List.copyOf(planned);
  }
}
