package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.EdgePlacement;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A router's line in the task manager's reports. Written by its task thread, read by the reporter.
 */
public final class RouterRegistration implements AutoCloseable {

  private final PlacementSubscription owner;
  private final EdgeId edge;
  private final int subtask;
  private final int parallelism;
  private final long incarnation;
  private final PlacementListener listener;
  private volatile int targets;
  private volatile long activeEpoch;

  RouterRegistration(
      PlacementSubscription owner,
      EdgeId edge,
      RouterIdentity identity,
      PlacementListener listener) {
    this.owner = owner;
    this.edge = edge;
    this.subtask = identity.subtask();
    this.parallelism = identity.parallelism();
    this.incarnation = identity.incarnation();
    this.listener = listener;
  }

  /** Reports the number of gates and the epoch that the router routes by. */
  public void report(int gates, long epoch) {
    targets = gates;
    activeEpoch = epoch;
    owner.reportSoon();
  }

  /**
   * Decides the routing by the newest placement and reports its epoch; without a placement the
   * routing stays {@code now}. No document is accepted during the decision. So a process that
   * reports a coordinator as its newest one has no router left that acts on an earlier
   * coordinator's documents.
   */
  public <R> R decide(Function<EdgePlacement, R> decision, ToLongFunction<R> epoch, R now) {
    synchronized (owner) {
      EdgePlacement newest = owner.placement(edge);
      R decided = newest == null ? now : decision.apply(newest);
      activeEpoch = epoch.applyAsLong(decided);
      return decided;
    }
  }

  /** Takes the router out of the reports. Idempotent. */
  @Override
  public void close() {
    owner.remove(this);
  }

  EdgeId edge() {
    return edge;
  }

  PlacementListener listener() {
    return listener;
  }

  int subtask() {
    return subtask;
  }

  int parallelism() {
    return parallelism;
  }

  long incarnation() {
    return incarnation;
  }

  int targets() {
    return targets;
  }

  long activeEpoch() {
    return activeEpoch;
  }

  /** Newest epoch that this router could switch to: a map for exactly its number of gates. */
  long preparedEpoch(@Nullable EdgePlacement placement) {
    PlacementMap map = placement == null ? null : placement.map();
    return map != null && map.parallelism() == targets
        ? Math.max(map.epoch(), activeEpoch)
        : activeEpoch;
  }
}
