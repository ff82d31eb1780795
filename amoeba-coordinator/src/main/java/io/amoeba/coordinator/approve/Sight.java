package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.plan.Proposal;
import java.util.Optional;
import java.util.Set;

/**
 * What a look at both systems says about plans: the topology (empty: not certain now), what should
 * be changed (empty: nothing, and {@code why}), and the edges that task managers report, so that
 * the maps in force are known. Immutable.
 */
public record Sight(
    Optional<String> fingerprint, Optional<Proposal> proposal, String why, Set<EdgeId> reported) {
  public Sight {
    reported = Set.copyOf(reported);
  }
}
