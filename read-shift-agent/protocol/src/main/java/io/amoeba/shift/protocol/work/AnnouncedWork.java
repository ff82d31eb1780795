package io.amoeba.shift.protocol.work;

import io.amoeba.shift.protocol.decision.Obstacle;
import io.amoeba.shift.protocol.decision.Obstacle.Kind;
import io.amoeba.shift.protocol.decision.OwnNode;
import io.amoeba.shift.protocol.decision.ShiftRule;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Background work that an operator has announced at a node: a backup, a repair, an upload. Reads
 * leave while that pays, and return when the work ends, is withdrawn, or has taken longer than
 * announced. Confined to one thread.
 *
 * <p>Reads leave at most once per announcement, except that a node gives way to another replica and
 * may leave after it: otherwise reads would move to and fro with the load that they cause.
 */
public final class AnnouncedWork {

  /** The shortest work that can be announced. */
  public static final long LEAST_WORK_MILLIS = 1_000;

  /** Shorter work does not pay for clients' connections, which are made twice. */
  public static final long LEAST_DRAINED_MILLIS = 60_000;

  private final NodeLevers levers;
  private final long warmLimitMillis;

  private Phase phase = Phase.QUIET;
  private long endMonotonicMillis;
  private long warmEndMonotonicMillis;
  private long announcedWallMillis;
  private long shiftedWallMillis;
  private long untilWallMillis;
  private boolean drainWanted;
  private boolean drained;
  private boolean endedEarly;
  private @Nullable Obstacle obstacle;

  /**
   * Of a node that is quiet.
   *
   * @param warmLimitMillis reads return after this time whether the caches are warm or not, 0 …
   *     {@link NodeState#MOST_WARMING_MILLIS}
   */
  public AnnouncedWork(NodeLevers levers, long warmLimitMillis) {
    this.levers = levers;
    this.warmLimitMillis = warmLimitMillis;
  }

  /**
   * Announces work, or changes when announced work ends. Takes effect with the next tick.
   *
   * @param lastsMillis from now, at most
   * @param drains whether clients are disconnected while reads are shifted; once asked for, it
   *     holds until the work ends
   * @throws IllegalArgumentException if it lasts too short or too long
   */
  public void announce(Moment now, long lastsMillis, boolean drains) {
    long least = drains ? LEAST_DRAINED_MILLIS : LEAST_WORK_MILLIS;
    if (lastsMillis < least || lastsMillis > NodeState.MOST_WORK_MILLIS) {
      throw new IllegalArgumentException(
          "%d s: want work of %d … %d s%s"
              .formatted(
                  lastsMillis / 1_000,
                  least / 1_000,
                  NodeState.MOST_WORK_MILLIS / 1_000,
                  drains ? ", as clients connect again afterwards" : ""));
    }
    if (phase == Phase.QUIET) {
      announcedWallMillis = now.wallMillis();
      drainWanted = false;
      endedEarly = false;
      obstacle = null;
      phase = Phase.ANNOUNCED;
    } else if (phase == Phase.RETURNING) {
      phase = Phase.SHIFTED;
    }
    drainWanted |= drains;
    endMonotonicMillis = now.monotonicMillis() + lastsMillis;
    untilWallMillis = now.wallMillis() + lastsMillis;
  }

  /**
   * The work has ended. Reads return with one of the next ticks.
   *
   * @return false if none was announced
   */
  public boolean withdraw(Moment now) {
    if (phase != Phase.ANNOUNCED && phase != Phase.SHIFTED) {
      return false;
    }
    end(now);
    return true;
  }

  /** Called every second. */
  public void tick(Moment now, ShiftSettings settings, OwnNode own, List<PeerView> peers) {
    if ((phase == Phase.ANNOUNCED || phase == Phase.SHIFTED)
        && now.monotonicMillis() >= endMonotonicMillis) {
      end(now);
    }
    switch (phase) {
      case QUIET -> {}
      case ANNOUNCED -> mayLeave(now, settings, own, peers);
      case SHIFTED -> mayReturnEarly(now, settings, own, peers);
      case RETURNING -> mayReturn(now, settings, own, peers);
    }
  }

  private void mayLeave(Moment now, ShiftSettings settings, OwnNode own, List<PeerView> peers) {
    if (endedEarly) {
      return;
    }
    obstacle = ShiftRule.toLeave(settings, own, peers, drainWanted, now.wallMillis()).orElse(null);
    if (obstacle == null) {
      shiftedWallMillis = now.wallMillis();
      levers.shiftReads();
      phase = Phase.SHIFTED;
      drainIfWanted();
    }
  }

  private void drainIfWanted() {
    if (drainWanted && !drained) {
      drained = true;
      levers.drainClients();
    }
  }

  private void mayReturnEarly(
      Moment now, ShiftSettings settings, OwnNode own, List<PeerView> peers) {
    Optional<Obstacle> found = early(now, settings, own, peers);
    if (found.isPresent()) {
      obstacle = found.get();
      endedEarly = found.get().kind() != Kind.PEER_SHIFTED;
      comeBack(Phase.ANNOUNCED);
    } else {
      drainIfWanted();
    }
  }

  private Optional<Obstacle> early(
      Moment now, ShiftSettings settings, OwnNode own, List<PeerView> peers) {
    return ShiftRule.toStayAway(
        settings, own, peers, drainWanted, shiftedWallMillis, now.wallMillis());
  }

  private void mayReturn(Moment now, ShiftSettings settings, OwnNode own, List<PeerView> peers) {
    if (levers.isWarm()
        || now.monotonicMillis() >= warmEndMonotonicMillis
        || early(now, settings, own, peers).isPresent()) {
      comeBack(Phase.QUIET);
    }
  }

  private void end(Moment now) {
    if (phase == Phase.ANNOUNCED) {
      phase = Phase.QUIET;
      return;
    }
    phase = Phase.RETURNING;
    warmEndMonotonicMillis = now.monotonicMillis() + warmLimitMillis;
    untilWallMillis = Math.max(shiftedWallMillis, now.wallMillis()) + warmLimitMillis;
    if (warmLimitMillis > 0) {
      levers.warm();
    }
  }

  /** Clients first: their reads still go to warm replicas until coordinators learn of it. */
  private void comeBack(Phase next) {
    if (drained) {
      drained = false;
      levers.returnClients();
    }
    levers.returnReads();
    phase = next;
  }

  public Phase phase() {
    return phase;
  }

  /** Why reads have not left, or have returned early; empty: nothing keeps them. */
  public Optional<Obstacle> obstacle() {
    return phase == Phase.ANNOUNCED ? Optional.ofNullable(obstacle) : Optional.empty();
  }

  /** What other nodes are to know. */
  public NodeState state(OptionalInt usePercent) {
    if (phase == Phase.QUIET) {
      return NodeState.quiet(usePercent);
    }
    boolean shifted = phase == Phase.SHIFTED || phase == Phase.RETURNING;
    long since = shifted ? shiftedWallMillis : announcedWallMillis;
    return new NodeState(
        shifted,
        phase != Phase.RETURNING,
        drained,
        since,
        Math.max(since, untilWallMillis),
        usePercent);
  }
}
