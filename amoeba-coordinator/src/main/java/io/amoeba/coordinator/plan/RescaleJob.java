package io.amoeba.coordinator.plan;

import java.util.List;
import java.util.OptionalLong;

/**
 * More subtasks for the job, so that one can be on every node with hash slots. Immutable. Source:
 * dissertation 5.2.2, figure 5.3.
 *
 * @param job the id of the job as it runs now
 * @param name the job's name, which it keeps
 * @param from its parallelism now
 * @param to its parallelism then
 * @param nodes with hash slots and free task slots, where no subtask is yet
 * @param shares of each operator: hash slots that are on the node of their subtask before, and that
 *     are on a node with a subtask then, so that routing can align them
 */
public record RescaleJob(
    String job,
    String name,
    RescaleWay way,
    int from,
    int to,
    List<String> nodes,
    List<AlignedShare> shares)
    implements PlanAction {

  /** {@link #kind}. */
  public static final String KIND = "rescale_job";

  public RescaleJob {
    nodes = List.copyOf(nodes);
    shares = List.copyOf(shares);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int movedHashSlots() {
    return 0;
  }

  @Override
  public OptionalLong movedKeys() {
    return OptionalLong.of(0);
  }

  @Override
  public boolean changesStore() {
    return false;
  }

  @Override
  public boolean changesStream() {
    return true;
  }

  /** Each attempt interrupts the job. */
  @Override
  public boolean isMadeAgainAfterFailure() {
    return false;
  }

  @Override
  public boolean changesNodes() {
    return true;
  }

  @Override
  public boolean sameOutcome(PlanAction other) {
    return other instanceof RescaleJob that
        && name.equals(that.name)
        && way == that.way
        && to == that.to
        && nodes.equals(that.nodes);
  }

  /** After a failed attempt the same job has another id. */
  @Override
  public boolean leaves(PlanAction other) {
    return sameOutcome(other);
  }

  @Override
  public String text() {
    return way == RescaleWay.SAVEPOINT
        ? "the job stops with a savepoint, and continues from it with %d subtasks instead of %d"
            .formatted(to, from)
        : "the job restarts in place with %d subtasks instead of %d".formatted(to, from);
  }
}
