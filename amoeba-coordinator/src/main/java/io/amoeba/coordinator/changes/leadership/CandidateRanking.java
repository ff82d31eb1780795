package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;

/**
 * The order of replicas that may lead, the best first. Immutable. Source: dissertation, chapter 3,
 * replica ranking; {@code longest-free} is ours, since servers tell when their next work comes.
 *
 * @param kind of the work that the primary does
 * @param first replicas that do it before the lead changes
 * @param rounds how many rounds each server has led, by id
 */
record CandidateRanking(
    UpkeepSettings settings,
    UpkeepKind kind,
    Collection<ShardMember> first,
    Map<String, Integer> rounds,
    Instant now) {

  /** Farther than any work that is due. */
  private static final Duration FREE = Duration.ofDays(365);

  /**
   * Better ones come first; ties are broken by lag and id, so that the order is always the same.
   */
  Comparator<ShardMember> order() {
    Comparator<ShardMember> byPolicy =
        switch (settings.candidate()) {
          case LONGEST_FREE -> Comparator.comparing(this::freeUntil).reversed();
          case MOST_RECENTLY_COMPLETED -> Comparator.comparing(this::lastEnd).reversed();
          case LONGEST_SERVED ->
              Comparator.comparing((ShardMember m) -> rounds.getOrDefault(m.id(), 0)).reversed();
        };
    return Comparator.comparing(this::isPreferred)
        .reversed()
        .thenComparing(byPolicy)
        .thenComparing(member -> member.lagBytes().orElse(Long.MAX_VALUE))
        .thenComparing(ShardMember::id);
  }

  private boolean isPreferred(ShardMember member) {
    return settings.preferredPrimaries().contains(member.server().address().toString());
  }

  /** Whole minutes: forecasts waver, and a plan that waits is not to change with each of them. */
  private Instant freeUntil(ShardMember member) {
    return member.next().stream()
        .map(next -> isDoneFirst(member, next) ? now.plus(next.interval()) : next.due())
        .min(Comparator.naturalOrder())
        .orElse(now.plus(FREE))
        .truncatedTo(ChronoUnit.MINUTES);
  }

  private boolean isDoneFirst(ShardMember member, NextWork next) {
    return next.kind() == kind && first.contains(member);
  }

  private Instant lastEnd(ShardMember member) {
    return first.contains(member) ? now : member.lastEnd().orElse(Instant.MIN);
  }
}
