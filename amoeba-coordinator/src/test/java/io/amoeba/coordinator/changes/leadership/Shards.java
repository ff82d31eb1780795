package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.changes.leadership.Shard.NextWork;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** Shards of servers for tests. */
final class Shards {

  static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  /** It serves all it gets, and a quarter of that while it works. */
  static final Shard.Load BUSY =
      new Shard.Load(
          10_000,
          OptionalDouble.of(10_000),
          OptionalDouble.of(2_500),
          0,
          Duration.ofMillis(40),
          Duration.ofMillis(45));

  /** Settings by which saves are planned. */
  static final UpkeepSettings SAVES =
      RecordCopy.with(UpkeepSettings.NONE, "kinds", Set.of(UpkeepKind.SAVE));

  private Shards() {}

  /** In sync, and free for long. */
  static Shard.Member replica(String id, String node) {
    return member(id, node, List.of());
  }

  static Shard.Member member(String id, String node, List<NextWork> next) {
    return new Shard.Member(
        new ShardServer(id, new ServerAddress(node, 7000 + Math.floorMod(id.hashCode(), 1000))),
        node,
        true,
        OptionalLong.of(0),
        Optional.empty(),
        Set.of(),
        next,
        Optional.empty(),
        Map.of(
            UpkeepKind.SAVE, Duration.ofSeconds(20), UpkeepKind.REWRITE, Duration.ofSeconds(20)));
  }

  /** A save once an hour, so many seconds before the next one. */
  static NextWork save(long dueInSeconds) {
    return work(UpkeepKind.SAVE, 3_600, dueInSeconds);
  }

  static NextWork work(UpkeepKind kind, long intervalSeconds, long dueInSeconds) {
    Instant due = NOW.plusSeconds(dueInSeconds);
    Instant begin = due.minusSeconds(intervalSeconds);
    return new NextWork(
        kind, begin, due, begin.getEpochSecond(), kind.text() + " " + intervalSeconds + " 1");
  }
}
