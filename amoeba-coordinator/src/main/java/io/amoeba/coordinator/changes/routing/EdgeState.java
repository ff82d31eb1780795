package io.amoeba.coordinator.changes.routing;

import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.Completed;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import io.amoeba.partitioner.placement.protocol.Finished;
import io.amoeba.partitioner.placement.protocol.Phase;
import java.util.List;
import java.util.Optional;

/**
 * What the coordinator has published about an edge and must remember: the map and its phase, the
 * last completed epoch, the finished gates, the hash of the last cohort that was allowed to switch
 * to this map (0: none), and the highest epoch ever heard of. Immutable.
 */
public record EdgeState(
    EdgeId edge,
    int parallelism,
    Optional<PlacementMap> map,
    Phase phase,
    Optional<Completed> completed,
    List<Finished> finished,
    long committedCohort,
    long highestEpoch) {

  public EdgeState {
    finished = List.copyOf(finished);
  }

  /** An edge of which nothing is known but its name and the parallelism of its receiver. */
  public static EdgeState unknown(EdgeId edge, int parallelism) {
    return new EdgeState(
        edge, parallelism, Optional.empty(), Phase.PREPARE, Optional.empty(), List.of(), 0, 0);
  }

  /** Epoch of the published map, 0 if there is none. */
  public long epoch() {
    return map.map(PlacementMap::epoch).orElse(0L);
  }

  /** What task managers are told of it. */
  EdgePlacement placement() {
    return new EdgePlacement(
        edge, parallelism, map.orElse(null), phase, completed.orElse(null), finished);
  }
}
