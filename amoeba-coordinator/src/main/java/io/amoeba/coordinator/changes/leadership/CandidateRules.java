package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether a replica may lead while its primary works, as far as a look from time to time tells. The
 * operation asks again, and more exactly, before it changes the lead. Immutable.
 *
 * @param until when the round ends at the latest, as it is expected
 * @param working nodes where a server works now
 */
record CandidateRules(UpkeepSettings settings, Instant until, Set<String> working) {

  CandidateRules {
    working = Set.copyOf(working);
  }

  /**
   * Everything that speaks against a replica; nothing: it may lead.
   *
   * @param first replicas that do the work before the lead changes
   */
  List<String> against(
      Shard shard, ShardMember replica, UpkeepKind kind, Collection<ShardMember> first) {
    List<String> against = new ArrayList<>();
    if (replica.lagBytes().isEmpty()) {
      against.add("its lag is unknown");
    } else if (replica.lagBytes().getAsLong() > settings.maxLagBytes()) {
      against.add(
          "it lags %d bytes, more than plans.migrations.maxLag"
              .formatted(replica.lagBytes().getAsLong()));
    }
    if (!replica.told()) {
      against.add("it has not told of its work");
    }
    if (!replica.failed().isEmpty()) {
      against.add("its last %s failed".formatted(names(replica.failed())));
    }
    replica.running().ifPresent(running -> against.add("it does a " + running.text()));
    if (replica.running().isEmpty() && working.contains(replica.node())) {
      against.add("another server on its node " + replica.node() + " works");
    }
    for (NextWork next : replica.next()) {
      boolean before = next.kind() == kind && first.contains(replica);
      if (!before && next.due().isBefore(until)) {
        against.add(
            "its own %s is due before the round ends (%s)"
                .formatted(next.kind().text(), next.trigger()));
      }
    }
    long others =
        shard.replicas().stream().filter(other -> other != replica && isInSync(other)).count();
    if (others < settings.leastReplicas()) {
      against.add(
          "%d other replicas are in sync, fewer than plans.upkeep.leastReplicas".formatted(others));
    }
    return against;
  }

  private boolean isInSync(ShardMember replica) {
    return replica.lagBytes().isPresent()
        && replica.lagBytes().getAsLong() <= settings.maxLagBytes();
  }

  /** When a round ends at the latest, which now begins. */
  static Instant end(Instant now, Duration expected, UpkeepSettings settings) {
    return now.plus(expected).plus(settings.postponeUntil());
  }

  private static String names(Set<UpkeepKind> kinds) {
    return kinds.stream().sorted().map(UpkeepKind::text).collect(Collectors.joining(", "));
  }
}
