package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A server of a shard, as rounds are planned for it. Immutable.
 *
 * @param node its machine
 * @param told whether it has told of its work
 * @param lagBytes of a replica; empty: not known
 * @param running the work that it does
 * @param failed kinds whose last work failed
 * @param next works that it begins by itself, one of each kind at most
 * @param lastEnd when its last work ended; empty: not known
 * @param took how long the last work of a kind took
 */
record ShardMember(
    ShardServer server,
    String node,
    boolean told,
    OptionalLong lagBytes,
    Optional<UpkeepKind> running,
    Set<UpkeepKind> failed,
    List<NextWork> next,
    Optional<Instant> lastEnd,
    Map<UpkeepKind, Duration> took) {

  ShardMember {
    failed = Set.copyOf(failed);
    next = List.copyOf(next);
    took = Map.copyOf(took);
  }

  String id() {
    return server.id();
  }

  /** Its next work of a kind, if it begins one by itself. */
  Optional<NextWork> next(UpkeepKind kind) {
    return next.stream().filter(work -> work.kind() == kind).findFirst();
  }
}
