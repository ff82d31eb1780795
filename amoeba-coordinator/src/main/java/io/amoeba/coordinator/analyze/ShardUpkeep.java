package io.amoeba.coordinator.analyze;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds failed background work, work on primaries, and primaries without a failover candidate. A
 * server that did not answer causes no symptom. Stateless.
 */
final class ShardUpkeep {

  /** Replicas report to their primary each second. */
  private static final long LONGEST_LAG_SECONDS = 10;

  private ShardUpkeep() {}

  static void analyze(List<Primary> primaries, List<Symptom> symptoms) {
    // A store without any replica is a choice.
    boolean replicated = primaries.stream().anyMatch(primary -> hasReplicas(primary));
    for (Primary primary : primaries) {
      String server = primary.address().toString();
      if (hasReplicas(primary)) {
        primary
            .upkeep()
            .flatMap(upkeep -> upkeep.work().running())
            .ifPresent(work -> symptoms.add(Symptoms.upkeepOnPrimary(server, work.kind().text())));
      }
      failed(server, primary.upkeep(), symptoms);
      primary
          .replicas()
          .all()
          .forEach(replica -> failed(replica.address().toString(), replica.upkeep(), symptoms));
      if (replicated && primary.upkeep().isPresent()) {
        noCandidate(primary)
            .ifPresent(why -> symptoms.add(Symptoms.noFailoverCandidate(server, why)));
      }
    }
  }

  private static boolean hasReplicas(Primary primary) {
    return !primary.replicas().all().isEmpty();
  }

  private static void failed(String server, Optional<ServerUpkeep> upkeep, List<Symptom> symptoms) {
    List<UpkeepKind> failed = upkeep.map(found -> found.work().failed()).orElse(List.of());
    if (!failed.isEmpty()) {
      symptoms.add(
          Symptoms.upkeepFailed(
              server, failed.stream().map(UpkeepKind::text).collect(Collectors.joining(", "))));
    }
  }

  /** Why no replica could take over; empty: one could. */
  private static Optional<String> noCandidate(Primary primary) {
    List<Replica> replicas = primary.replicas().all();
    if (replicas.isEmpty()) {
      return Optional.of("it has no replica");
    }
    List<Optional<String>> reasons = replicas.stream().map(ShardUpkeep::unable).toList();
    return reasons.stream().allMatch(Optional::isPresent)
        ? Optional.of(reasons.stream().flatMap(Optional::stream).collect(Collectors.joining("; ")))
        : Optional.empty();
  }

  /*
   * A replica that its primary cannot tell apart has no lag in seconds, but one in bytes if it
   * answers: whether it follows is not known.
   */
  private static Optional<String> unable(Replica replica) {
    if (replica.lagSeconds().isEmpty() && replica.lagBytes().isEmpty()) {
      return Optional.of(replica.address() + " does not follow it");
    }
    if (replica.lagSeconds().orElse(0) > LONGEST_LAG_SECONDS) {
      return Optional.of(replica.address() + " does not report to it");
    }
    return replica.upkeep().filter(upkeep -> !upkeep.work().failed().isEmpty()).isPresent()
        ? Optional.of(
            replica.address() + " may reject writes, since its last background work failed")
        : Optional.empty();
  }
}
