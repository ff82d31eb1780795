package io.amoeba.coordinator.changes.parallelism;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCost;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
@JsonTypeName(RescaleJob.KIND)
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
    if (from < 1 || to < 1 || from == to || nodes.isEmpty()) {
      throw new IllegalArgumentException(
          "a job cannot be rescaled from %d to %d subtasks on %s".formatted(from, to, nodes));
    }
  }

  private record View(
      String job,
      String name,
      String way,
      int from,
      int to,
      List<String> nodes,
      List<ShareView> operators) {}

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Set<Effect> effects() {
    return Set.of(Effect.JOB, Effect.NODES);
  }

  /** Subtasks on other nodes bring nothing before their records are routed to them. */
  @Override
  public Set<Effect> awaited() {
    return Set.of(Effect.ROUTING);
  }

  @Override
  public int addedSubtasks() {
    return to - from;
  }

  /** Each attempt interrupts the job. */
  @Override
  public boolean retriesAfterFailure() {
    return false;
  }

  /** After a failed attempt the same job has another id. */
  @Override
  public boolean sameOutcome(PlanAction other) {
    return other
        .as(RescaleJob.class)
        .filter(
            that ->
                name.equals(that.name)
                    && way == that.way
                    && to == that.to
                    && nodes.equals(that.nodes))
        .isPresent();
  }

  @Override
  public List<String> lines() {
    return List.of(
        "'%s' (%s) from %d to %d subtasks by %s, with task slots on %s"
            .formatted(name, job, from, to, way.text(), String.join(", ", nodes)));
  }

  @Override
  public String costText(PlanCost cost) {
    return "the job is interrupted once; no hash slots or keys move yet";
  }

  @Override
  public Optional<Record> view() {
    return Optional.of(new View(job, name, way.text(), from, to, nodes, ShareView.of(shares)));
  }

  @Override
  public PlanProgress noProgress() {
    return RescaleProgress.NONE;
  }

  @Override
  public String text() {
    return way == RescaleWay.SAVEPOINT
        ? "the job stops with a savepoint, and continues from it with %d subtasks instead of %d"
            .formatted(to, from)
        : "the job restarts in place with %d subtasks instead of %d".formatted(to, from);
  }
}
