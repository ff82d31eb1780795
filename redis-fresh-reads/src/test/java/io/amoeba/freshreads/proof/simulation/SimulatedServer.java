package io.amoeba.freshreads.proof.simulation;

import io.amoeba.freshreads.proof.simulation.Dataset.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A server process: executes commands in their order, applies its primary's stream in its order,
 * stalls, restarts from an old image, synchronizes anew.
 */
final class SimulatedServer {

  /** Number of the heartbeat's hash slot; those of the keys are 0 and up. */
  static final int HEARTBEAT_SLOT = Dataset.KEYS;

  private static final long LINK_NANOS = 300_000;

  private final EventLoop loop;
  private final SplittableRandom random;
  private final List<SimulatedServer> replicas = new ArrayList<>();
  private final List<Runnable> restartListeners = new ArrayList<>();
  private final Queue<Runnable> stalledStream = new ArrayDeque<>();
  private final Queue<Runnable> stalledCommands = new ArrayDeque<>();
  private final boolean[] movedAway = new boolean[Dataset.KEYS + 1];
  private Dataset data = new Dataset();
  private Dataset image;
  private boolean takesWrites;
  private boolean loading;
  private long stalledUntil;

  /** Counts the links to primaries: what an ended link still carries is dropped. */
  private int link;

  private long linkSilentUntil;
  private long linkNanos = LINK_NANOS;
  private long lastArrival;
  private @Nullable SimulatedServer primary;

  /** Writes that arrive during a synchronization. */
  private @Nullable List<Write> buffered;

  SimulatedServer(EventLoop loop, SplittableRandom random) {
    this.loop = loop;
    this.random = random;
    for (int key = 0; key < Dataset.KEYS; key++) {
      data.apply(Write.of(key, 0));
    }
    image = data.copy();
  }

  Dataset data() {
    return data;
  }

  /** INFO replication. */
  String info() {
    return info(data.offset());
  }

  /** INFO replication of a server whose data is at this offset. */
  String info(long offset) {
    String role =
        primary == null
            ? "role:master"
            : "role:slave\r\nmaster_sync_in_progress:0\r\nmaster_link_status:"
                + (buffered == null ? "up" : "down")
                + "\r\nslave_repl_offset:"
                + offset;
    return "# Replication\r\n%s\r\nmaster_replid:%040x\r\nmaster_repl_offset:%d\r\n"
        .formatted(role, data.history(), offset);
  }

  boolean isFollowing() {
    return primary != null;
  }

  void takeWrites(boolean takes) {
    takesWrites = takes;
  }

  boolean takesWrites() {
    return takesWrites && loop.now() >= stalledUntil;
  }

  void onRestart(Runnable listener) {
    restartListeners.add(listener);
  }

  /** Executes a write as primary and streams it. */
  void execute(Write write) {
    data.apply(write);
    for (SimulatedServer replica : replicas) {
      replica.stream(write);
    }
  }

  private void stream(Write write) {
    int sentOn = link;
    lastArrival = Math.max(Math.max(lastArrival, linkSilentUntil), loop.now() + linkNanos);
    loop.at(lastArrival, () -> arrived(write, sentOn));
  }

  private void arrived(Write write, int sentOn) {
    if (loop.now() < stalledUntil) {
      stalledStream.add(() -> arrived(write, sentOn));
    } else if (sentOn == link) {
      if (buffered == null) {
        data.apply(write);
      } else {
        buffered.add(write);
      }
    }
  }

  /** Hands a client's command to the process; it waits while the process is stalled. */
  void command(Runnable command) {
    if (loop.now() < stalledUntil) {
      stalledCommands.add(command);
    } else {
      command.run();
    }
  }

  boolean isLoading() {
    return loading;
  }

  /** Whether the process knows that a hash slot is no longer its shard's. */
  boolean knowsMoved(int hashSlot) {
    return movedAway[hashSlot];
  }

  void learnMoved(int hashSlot, boolean moved) {
    movedAway[hashSlot] = moved;
  }

  void stall(long nanos) {
    stalledUntil = Math.max(stalledUntil, loop.now() + nanos);
    loop.at(stalledUntil, this::resume);
  }

  /** After a stall it is a matter of chance whether clients or the primary are served first. */
  private void resume() {
    if (loop.now() < stalledUntil) {
      return;
    }
    boolean clientsFirst = random.nextBoolean();
    drain(clientsFirst ? stalledCommands : stalledStream);
    drain(clientsFirst ? stalledStream : stalledCommands);
  }

  private void drain(Queue<Runnable> queue) {
    for (Runnable next = queue.poll(); next != null; next = queue.poll()) {
      next.run();
    }
  }

  void silenceLink(long nanos) {
    linkSilentUntil = Math.max(linkSilentUntil, loop.now() + nanos);
  }

  void slowLink(long nanos, long delayNanos) {
    linkNanos = delayNanos;
    loop.after(nanos, () -> linkNanos = LINK_NANOS);
  }

  /**
   * Follows a primary after a full synchronization, during which it serves its old data or none.
   */
  void follow(SimulatedServer next, long syncNanos, boolean servesOldData) {
    leave();
    takesWrites = false;
    primary = next;
    next.replicas.add(this);
    buffered = new ArrayList<>();
    loading = !servesOldData;
    Dataset snapshot = next.data.copy();
    int syncedLink = link;
    loop.after(syncNanos, () -> synchronised(snapshot, syncedLink));
  }

  private void synchronised(Dataset snapshot, int syncedLink) {
    if (syncedLink != link || buffered == null) {
      return;
    }
    data = snapshot;
    buffered.forEach(data::apply);
    buffered = null;
    loading = false;
  }

  /** Stops to follow its primary. */
  void detach() {
    leave();
  }

  private void leave() {
    link++;
    buffered = null;
    loading = false;
    if (primary != null) {
      primary.replicas.remove(this);
      primary = null;
    }
  }

  void saveImage() {
    image = data.copy();
  }

  /** Starts anew from the latest image, and follows its primary a little later. */
  void restart(long detachedNanos, long syncNanos) {
    SimulatedServer former = primary;
    leave();
    stalledStream.clear();
    stalledCommands.clear();
    data = image.copy();
    restartListeners.forEach(Runnable::run);
    if (former != null) {
      int restarted = link;
      loop.after(
          detachedNanos,
          () -> {
            if (link == restarted) {
              follow(former, syncNanos, random.nextBoolean());
            }
          });
    }
  }
}
