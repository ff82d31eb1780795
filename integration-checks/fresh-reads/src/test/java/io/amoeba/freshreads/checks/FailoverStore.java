package io.amoeba.freshreads.checks;

import static io.amoeba.freshreads.checks.Observation.PATIENCE;
import static io.amoeba.freshreads.checks.Observation.SECOND;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import java.nio.file.Path;

/**
 * Three primaries, and two replicas of the first: one that can replace it, and one that cannot and
 * is observed. Confined to one thread.
 */
final class FailoverStore implements AutoCloseable {
  private final ReplicatedStore store;
  private final RedisServer primary;
  private final RedisServer successor;
  private final RedisServer other;

  private FailoverStore(ReplicatedStore store, RedisServer primary) {
    this.store = store;
    this.primary = primary;
    this.successor = store.servers().startReplica(4, primary);
    this.other = store.servers().startReplica(5, primary);
    store.on(other).configSet("cluster-replica-no-failover", "yes");
  }

  /**
   * Starts them.
   *
   * @param settings of the servers, without those of the failover
   */
  static FailoverStore start(Path folder, RedisSettings settings) {
    ReplicatedStore store =
        ReplicatedStore.start(
            folder,
            3,
            settings
                .with("cluster-node-timeout", "1500")
                .with("repl-diskless-sync-delay", "0")
                // Otherwise an isolated replica soon refuses reads, whoever asks.
                .with("cluster-allow-reads-when-down", "yes"));
    boolean complete = false;
    try {
      FailoverStore started = new FailoverStore(store, store.servers().server(1));
      complete = true;
      return started;
    } finally {
      if (!complete) {
        store.close();
      }
    }
  }

  ReplicatedStore store() {
    return store;
  }

  RedisServer primary() {
    return primary;
  }

  RedisServer successor() {
    return successor;
  }

  RedisServer other() {
    return other;
  }

  /** Until the successor has the primary's hash slots. */
  void awaitReplaced() {
    await().atMost(PATIENCE).until(() -> store.servers().hashSlotsOf(successor).size() > 1);
  }

  /** Restores the other replica's link, and waits until its answers are fresh again. */
  void awaitHealed(Observation seen) {
    store.link(other).restore();
    await("a primary with hash slots that the other replica follows")
        .atMost(PATIENCE)
        .until(() -> store.servers().leadToOwner(other));
    seen.awaitNewerWrites(SECOND);
    seen.awaitCalm();
  }

  @Override
  public void close() {
    store.close();
  }
}
