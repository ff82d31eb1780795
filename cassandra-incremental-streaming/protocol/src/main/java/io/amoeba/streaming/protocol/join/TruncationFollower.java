package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.JoinPorts.TablePurge;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Follows the TRUNCATE statements that members have answered. While one is due, nothing begins to
 * stream and no step is switched: the node waits for the sessions that run, deletes what it has of
 * the table in ranges that are not done, waits for late writes, and has the table streamed again by
 * every sender that had brought it.
 *
 * <p>A session sends what its sender had when it began, so rows from before the TRUNCATE may arrive
 * after it, and writes from before it have reached this node as a pending replica. In the ranges of
 * done tokens nothing is to be deleted: there this node owns them, so it was asked itself.
 *
 * <p>What came after the TRUNCATE and is deleted here has to come again from the sender. A write
 * that this node has acknowledged may still be on its way to the sender, and count both as
 * acknowledged. So no session begins before the longest write timeout has passed since the
 * deletion: by then the sender has the write, or drops it, and all other replicas that the
 * acknowledgement needed have it. A member that gossips no timeout has just started, perhaps with a
 * longer one; the wait begins when all have gossiped theirs.
 *
 * <p>A node that has just started knows nothing of what it followed before, and follows all of them
 * again.
 */
final class TruncationFollower {
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private final JoinSettings settings;
  private final TablePurge purge;
  private final Map<String, Truncations> followed = new HashMap<>();
  private @Nullable Purge running;

  /** One deletion, and the wait after it. */
  private static final class Purge {
    final Map<String, Truncations> said;
    final SortedMap<UUID, Long> tables;
    private final RetriedWork work;
    private boolean deleted;
    private OptionalLong drainsSinceMillis = OptionalLong.empty();

    Purge(Map<String, Truncations> said, SortedMap<UUID, Long> tables, RetriedWork work) {
      this.said = said;
      this.tables = tables;
      this.work = work;
    }

    /** Returns whether everything is deleted and late writes are over. */
    boolean tick(RollCall roll, long nowMillis, long marginMillis) {
      deleted = deleted || work.tick(nowMillis);
      if (deleted && drainsSinceMillis.isEmpty() && roll.allAcknowledge(1)) {
        drainsSinceMillis = OptionalLong.of(nowMillis);
      }
      return drainsSinceMillis.isPresent()
          && nowMillis - drainsSinceMillis.getAsLong()
              >= roll.longestWriteTimeoutMillis() + marginMillis;
    }

    String reason() {
      if (deleted) {
        return "waits for writes from before the deletion of truncated data";
      }
      return "deletes truncated data" + (work.reason().isEmpty() ? "" : ": " + work.reason());
    }
  }

  TruncationFollower(JoinSettings settings, TablePurge purge) {
    this.settings = settings;
    this.purge = purge;
  }

  /** Whether members have announced a TRUNCATE that is not followed yet. */
  boolean due(RollCall roll) {
    return running != null || !news(roll).isEmpty();
  }

  /** What holds the join up, in words; nothing while sessions end first. */
  Optional<String> reason() {
    return Optional.ofNullable(running).map(Purge::reason);
  }

  /**
   * Continues; call it while one is due and nothing streams. Returns the tables that started steps
   * must have streamed again, once they are purged and late writes are over.
   */
  Optional<SortedMap<UUID, Long>> follow(RollCall roll, SortedSet<Long> done, long nowMillis) {
    Purge purging = running;
    if (purging == null) {
      SortedMap<UUID, Long> tables = news(roll);
      Map<String, Truncations> said = new HashMap<>();
      roll.cluster().members().forEach(member -> said.put(member.host(), member.truncations()));
      purging =
          new Purge(
              said,
              tables,
              new RetriedWork(tokens -> purge.start(tables, tokens), done, settings, PATIENCE));
      running = purging;
    }
    if (!purging.tick(roll, nowMillis, settings.margin().toMillis())) {
      return Optional.empty();
    }
    followed.putAll(purging.said);
    running = null;
    return Optional.of(purging.tables);
  }

  private SortedMap<UUID, Long> news(RollCall roll) {
    return Truncations.latest(
        roll.cluster().members().stream()
            .map(
                member ->
                    member
                        .truncations()
                        .after(followed.getOrDefault(member.host(), Truncations.NONE)))
            .toList());
  }
}
