package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import java.util.Optional;
import java.util.Set;

/** Port to the commands that copy what a server has saved. Confined to one thread. */
public interface ShardBackups {

  /**
   * Runs the command of a shard's backup, and waits for its end. What a coordinator that was killed
   * has begun is waited for before, and then run again.
   *
   * @param shard addresses of the shard's servers, by which the configuration names it
   * @param server the replica that has just saved
   * @return why there is no backup; empty: it is made
   * @throws InterruptedException if the thread was interrupted; the command has been ended
   */
  Optional<Problem> make(Set<ServerAddress> shard, ShardServer server) throws InterruptedException;
}
