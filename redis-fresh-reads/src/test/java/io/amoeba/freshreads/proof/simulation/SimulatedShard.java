package io.amoeba.freshreads.proof.simulation;

import io.amoeba.freshreads.proof.simulation.Dataset.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A primary with two replicas, the primary of another shard, and the truth: which writes the
 * primary in office executed, and when.
 */
final class SimulatedShard {

  private static final long MILLI = 1_000_000;
  private static final long NODE_TIMEOUT_NANOS = 1000 * MILLI;

  private final EventLoop loop;
  private final SplittableRandom random;
  private final List<SimulatedServer> servers = new ArrayList<>();
  private final SimulatedServer otherShard;
  private final List<List<Long>> surviving = new ArrayList<>();
  private final boolean[] moved = new boolean[Dataset.KEYS + 1];
  private @Nullable SimulatedServer primary;
  private int histories = 1;
  private Consumer<SimulatedServer> topologyListener = next -> {};

  SimulatedShard(EventLoop loop, SplittableRandom random) {
    this.loop = loop;
    this.random = random;
    for (int i = 0; i < 3; i++) {
      servers.add(new SimulatedServer(loop, random));
    }
    otherShard = new SimulatedServer(loop, random);
    otherShard.takeWrites(true);
    primary = servers.get(0);
    primary.takeWrites(true);
    servers.get(1).follow(primary, 0, true);
    servers.get(2).follow(primary, 0, true);
    for (int key = 0; key < Dataset.KEYS; key++) {
      surviving.add(new ArrayList<>(List.of(0L)));
      write(key);
    }
    saveImage();
  }

  List<SimulatedServer> servers() {
    return servers;
  }

  SimulatedServer otherShard() {
    return otherShard;
  }

  /** Called when clients learn of a new primary. */
  void onNewTopology(Consumer<SimulatedServer> listener) {
    topologyListener = listener;
  }

  private void write(int key) {
    loop.after(random.nextLong(MILLI, 20 * MILLI), () -> write(key));
    SimulatedServer owner = moved[key] ? otherShard : primary;
    if (owner != null && owner.takesWrites()) {
      owner.execute(Write.of(key, loop.now()));
      surviving.get(key).add(loop.now());
    }
  }

  /** Executes a client's write at a server that takes it; null if the key's hash slot has moved. */
  @Nullable Long writeFor(SimulatedServer server, int key) {
    if (server != primary || moved[key]) {
      return null;
    }
    server.execute(Write.of(key, loop.now()));
    surviving.get(key).add(loop.now());
    return loop.now();
  }

  /** Whether no failover has lost a write. */
  boolean survives(int key, long write) {
    return surviving.get(key).contains(write);
  }

  private void saveImage() {
    servers.forEach(SimulatedServer::saveImage);
    loop.after(random.nextLong(500 * MILLI, 3000 * MILLI), this::saveImage);
  }

  /** The latest write to a key until a moment that no failover has lost. */
  long latestWrite(int key, long untilNanos) {
    List<Long> writes = surviving.get(key);
    for (int i = writes.size() - 1; i >= 0; i--) {
      if (writes.get(i) <= untilNanos) {
        return writes.get(i);
      }
    }
    return Dataset.NIL;
  }

  /**
   * The primary hangs, or is cut off together with a replica and takes writes until the node
   * timeout. Then the other replica is promoted, however far it lags behind. The rest follow later.
   */
  void failOver(boolean hangs) {
    SimulatedServer deposed = primary;
    if (deposed == null || deposed != servers.get(0)) {
      return;
    }
    SimulatedServer promoted = servers.get(2);
    long electedAfter = NODE_TIMEOUT_NANOS + random.nextLong(200 * MILLI, 1000 * MILLI);
    if (hangs) {
      deposed.stall(electedAfter + random.nextLong(2000 * MILLI));
    }
    promoted.silenceLink(electedAfter);
    loop.after(
        NODE_TIMEOUT_NANOS,
        () -> {
          deposed.takeWrites(false);
          primary = null;
        });
    loop.after(electedAfter, () -> promote(promoted));
  }

  private void promote(SimulatedServer promoted) {
    promoted.detach();
    histories++;
    promoted.data().startHistory(histories);
    promoted.takeWrites(true);
    primary = promoted;
    for (int key = 0; key < Dataset.KEYS; key++) {
      long last = promoted.data().value(key);
      surviving.get(key).removeIf(write -> write > last);
    }
    for (SimulatedServer other : servers) {
      if (other != promoted) {
        long lag = random.nextLong(50 * MILLI, 2500 * MILLI);
        boolean servesOldData = random.nextBoolean();
        loop.after(lag, () -> other.follow(promoted, 100 * MILLI, servesOldData));
      }
    }
    loop.after(random.nextLong(10 * MILLI, 500 * MILLI), () -> topologyListener.accept(promoted));
  }

  /** A replica follows the primary anew. */
  void resynchronise(SimulatedServer replica, long syncNanos, boolean servesOldData) {
    if (primary != null && replica.isFollowing()) {
      replica.follow(primary, syncNanos, servesOldData);
    }
  }

  /** A replica starts anew from its latest image. */
  void restart(SimulatedServer replica, long detachedNanos, long syncNanos) {
    if (replica.isFollowing()) {
      replica.restart(detachedNanos, syncNanos);
    }
  }

  /** A key's hash slot moves to the other shard; replicas learn of it later. */
  void moveKey(int key) {
    SimulatedServer source = primary;
    if (source == null || moved[key]) {
      return;
    }
    moved[key] = true;
    otherShard.execute(Write.of(key, source.data().value(key)));
    source.execute(Write.of(key, Dataset.NIL));
    announceMove(key, source);
  }

  /** The heartbeat's hash slot moves to the other shard, until clients choose another key. */
  void moveHeartbeat() {
    SimulatedServer source = primary;
    if (source == null || moved[SimulatedServer.HEARTBEAT_SLOT]) {
      return;
    }
    moved[SimulatedServer.HEARTBEAT_SLOT] = true;
    otherShard.execute(Write.heartbeat(source.data().heartbeat()));
    source.execute(Write.heartbeat(null));
    announceMove(SimulatedServer.HEARTBEAT_SLOT, source);
    // The client chooses a key of another hash slot, as if the slot came back.
    loop.after(3000 * MILLI, this::returnHeartbeat);
  }

  private void returnHeartbeat() {
    moved[SimulatedServer.HEARTBEAT_SLOT] = false;
    servers.forEach(server -> server.learnMoved(SimulatedServer.HEARTBEAT_SLOT, false));
  }

  private void announceMove(int hashSlot, SimulatedServer source) {
    source.learnMoved(hashSlot, true);
    for (SimulatedServer server : servers) {
      loop.after(random.nextLong(1500 * MILLI), () -> server.learnMoved(hashSlot, true));
    }
  }
}
