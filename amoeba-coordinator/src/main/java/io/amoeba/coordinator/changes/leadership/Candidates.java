package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.Shard.NextWork;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Replicas that may lead while their primary works, or make a backup, as far as a look from time to
 * time tells. The operation asks again, and more exactly, before it changes the lead. Immutable.
 * Source: dissertation, chapter 3, replica ranking; {@code longest-free} is ours, since servers
 * tell when their next work comes.
 *
 * @param working nodes where a server works now
 * @param kind of the work that the primary does
 * @param first replicas that do it before the lead changes
 * @param expected duration of all works of the round
 */
record Candidates(
    RoundRequest request,
    Set<String> working,
    UpkeepKind kind,
    Collection<Shard.Member> first,
    Duration expected) {

  /** Farther than any work that is due. */
  private static final Duration FREE = Duration.ofDays(365);

  /**
   * Those of a shard, the best first.
   *
   * @param against gets what speaks against each of the others
   */
  List<Shard.Member> of(Shard shard, List<String> against) {
    List<Shard.Member> candidates = new ArrayList<>();
    for (Shard.Member replica : shard.replicas().stream().sorted(order()).toList()) {
      List<String> problems = against(shard, replica);
      if (problems.isEmpty()) {
        candidates.add(replica);
      } else {
        against.add(replica.server() + ": " + String.join(", ", problems));
      }
    }
    return candidates;
  }

  /** Ties are broken by lag and id, so that the order is always the same. */
  private Comparator<Shard.Member> order() {
    Comparator<Shard.Member> byPolicy =
        switch (settings().candidate()) {
          case LONGEST_FREE -> Comparator.comparing(this::freeUntil).reversed();
          case MOST_RECENTLY_COMPLETED -> Comparator.comparing(this::lastEnd).reversed();
          case LONGEST_SERVED ->
              Comparator.comparing((Shard.Member m) -> request.rounds().getOrDefault(m.id(), 0))
                  .reversed();
        };
    return Comparator.comparing(this::isPreferred)
        .reversed()
        .thenComparing(byPolicy)
        .thenComparing(member -> member.lagBytes().orElse(Long.MAX_VALUE))
        .thenComparing(Shard.Member::id);
  }

  private boolean isPreferred(Shard.Member member) {
    return settings().preferredPrimaries().contains(member.server().toString());
  }

  /** Whole minutes: forecasts waver, and a plan that waits is not to change with each of them. */
  private Instant freeUntil(Shard.Member member) {
    return member.next().stream()
        .map(next -> isDoneFirst(member, next) ? now().plus(next.interval()) : next.due())
        .min(Comparator.naturalOrder())
        .orElse(now().plus(FREE))
        .truncatedTo(ChronoUnit.MINUTES);
  }

  private boolean isDoneFirst(Shard.Member member, NextWork next) {
    return next.kind() == kind && first.contains(member);
  }

  private Instant lastEnd(Shard.Member member) {
    return first.contains(member) ? now() : member.lastEnd().orElse(Instant.MIN);
  }

  private List<String> against(Shard shard, Shard.Member replica) {
    List<String> against = new ArrayList<>();
    if (replica.lagBytes().isEmpty()) {
      against.add("its lag is unknown");
    } else if (!isInSync(replica)) {
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
    Instant until = now().plus(expected).plus(settings().postponeUntil());
    for (NextWork next : replica.next()) {
      if (!isDoneFirst(replica, next) && next.due().isBefore(until)) {
        against.add(
            "its own %s is due before the round ends (%s)"
                .formatted(next.kind().text(), next.trigger()));
      }
    }
    long others =
        shard.replicas().stream().filter(other -> other != replica && isInSync(other)).count();
    if (others < settings().leastReplicas()) {
      against.add(
          "%d other replicas are in sync, fewer than plans.upkeep.leastReplicas".formatted(others));
    }
    return against;
  }

  private boolean isInSync(Shard.Member replica) {
    return replica.lagBytes().isPresent()
        && replica.lagBytes().getAsLong() <= settings().maxLagBytes();
  }

  private static String names(Set<UpkeepKind> kinds) {
    return kinds.stream().sorted().map(UpkeepKind::text).collect(Collectors.joining(", "));
  }

  private UpkeepSettings settings() {
    return request.settings();
  }

  private Instant now() {
    return request.now();
  }
}
