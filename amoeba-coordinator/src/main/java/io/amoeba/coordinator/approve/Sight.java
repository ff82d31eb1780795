package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a look at both systems says about plans: the topology (empty: not certain now), what should
 * be changed, the most urgent first (empty: nothing, and {@code why}), and the edges that task
 * managers report, so that the maps in force are known. Immutable.
 */
public record Sight(
    Optional<String> fingerprint, List<Proposal> proposals, String why, Set<EdgeId> reported) {

  public Sight {
    proposals = List.copyOf(proposals);
    reported = Set.copyOf(reported);
  }

  /** A look by which nothing can be decided: plans neither end nor begin. */
  public static Sight unclear(String why) {
    return new Sight(Optional.empty(), List.of(), why, Set.of());
  }
}
