package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;

/** A primary with its replicas, as rounds are planned for them. Immutable. */
record Shard(Member primary, List<Member> replicas, Load load) {

  /**
   * One of its servers. Immutable.
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
  record Member(
      ShardServer server,
      String node,
      boolean told,
      OptionalLong lagBytes,
      Optional<UpkeepKind> running,
      Set<UpkeepKind> failed,
      List<NextWork> next,
      Optional<Instant> lastEnd,
      Map<UpkeepKind, Duration> took) {

    Member {
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

  /**
   * The next work that a server begins by itself. Immutable.
   *
   * @param begin of the interval: the end of the last such work, as far as it is known
   * @param due when the trigger fires, after the begin
   * @param period tells this work from the next one: the time of the last save in seconds since
   *     1970, or the bytes after the last rewrite
   * @param trigger the setting, for people
   */
  record NextWork(UpkeepKind kind, Instant begin, Instant due, long period, String trigger) {

    /** From one work to the next. */
    Duration interval() {
      return Duration.between(begin, due);
    }

    /** When a share (0 … 1) of the interval is over. */
    Instant at(double share) {
      return begin.plusMillis(Math.round(share * interval().toMillis()));
    }

    /**
     * When a round may begin: the same at each look, and another time for each server and period,
     * so that servers that were started together do not work together.
     */
    Instant start(String server, UpkeepSettings settings) {
      long seed = 31 * (31 * (long) server.hashCode() + kind.ordinal()) + period;
      double earlier = settings.jitterShare() * new SplittableRandom(seed).nextDouble();
      return at(settings.startAtShare() * (1 - earlier));
    }
  }

  /**
   * Its requests, and what interrupts them. Immutable.
   *
   * @param opsPerSecond that its primary serves now
   * @param mostOpsPerSecond that a primary of the shard has served; empty: not known
   * @param workingOpsPerSecond that its primary could serve while it worked; empty: nobody has seen
   *     that it was less than what arrived
   * @param localShare of the requests that come from the primary's own node, 0 … 1
   * @param fork for which the next work stops the server that does it
   * @param pause of writes by one change of the lead
   */
  record Load(
      double opsPerSecond,
      OptionalDouble mostOpsPerSecond,
      OptionalDouble workingOpsPerSecond,
      double localShare,
      Duration fork,
      Duration pause) {}

  Shard {
    replicas = List.copyOf(replicas);
  }

  /** All of them, the primary first. */
  List<Member> members() {
    List<Member> members = new ArrayList<>(List.of(primary));
    members.addAll(replicas);
    return members;
  }
}
