package io.amoeba.coordinator.plan;

import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the plans that mend what is wrong in a snapshot, changes of the store before routing:
 * routing follows the store, so that new maps would be of no use as soon as hash slots move. Whole
 * primaries go before single hash slots, which need a primary on the node of their subtask, and
 * servers are started before the store grows, so that it grows once. What no migration has taken
 * from nodes without subtasks is drained from there. A job that has too few subtasks for the store
 * comes first of all: what else is to be done depends on where they will be. Stateless, safe for
 * concurrent use. Source: dissertation 5.3, figure 5.3.
 */
public final class Planner {

  /**
   * What follows from a snapshot. Immutable.
   *
   * @param due plans, in the order in which they should be carried out
   * @param staying why primaries or hash slots stay where they should not be, if that is so
   */
  public record Plans(List<ChangePlan> due, List<String> staying) {
    public Plans {
      due = List.copyOf(due);
      staying = List.copyOf(staying);
    }
  }

  private Planner() {}

  /** The plans that are due. */
  public static Plans plans(
      ClusterSnapshot snapshot,
      List<Symptom> symptoms,
      Map<EdgeId, PlacementMap> current,
      PlanRules rules) {
    Optional<JobGrowth> rescaled = JobGrowth.of(snapshot, symptoms, rules.rescales());
    Optional<PrimaryMigrations> leaving =
        rules.migrations().map(given -> PrimaryMigrations.of(snapshot, symptoms, given, rules));
    Optional<StoreGrowth> growing =
        rules.growth().wanted() ? StoreGrowth.of(snapshot, symptoms, rules) : Optional.empty();
    Optional<StoreFollowsStream> following =
        StoreFollowsStream.of(snapshot, symptoms, rules.moves());
    Optional<ServersForStream> starting = ServersForStream.of(snapshot, symptoms, rules);
    Optional<StoreDrain> draining = StoreDrain.of(snapshot, symptoms, rules);
    List<ChangePlan> due = new ArrayList<>();
    rescaled.flatMap(job -> job.plan(current)).ifPresent(due::add);
    leaving.flatMap(primaries -> primaries.plan(current)).ifPresent(due::add);
    growing.flatMap(primaries -> primaries.starts(current)).ifPresent(due::add);
    growing.flatMap(primaries -> primaries.plan(current)).ifPresent(due::add);
    starting.flatMap(ServersForStream::plan).ifPresent(due::add);
    following.flatMap(StoreFollowsStream::plan).ifPresent(due::add);
    draining.flatMap(primaries -> primaries.plan(current)).ifPresent(due::add);
    RoutingPlanner.plan(snapshot, symptoms, current).ifPresent(due::add);
    List<String> staying = new ArrayList<>();
    rescaled.map(JobGrowth::staying).ifPresent(staying::addAll);
    leaving.map(PrimaryMigrations::staying).ifPresent(staying::addAll);
    growing.map(StoreGrowth::staying).ifPresent(staying::addAll);
    starting.map(ServersForStream::staying).ifPresent(staying::addAll);
    following.map(StoreFollowsStream::staying).ifPresent(staying::addAll);
    draining.map(StoreDrain::staying).ifPresent(staying::addAll);
    return new Plans(due, staying);
  }
}
