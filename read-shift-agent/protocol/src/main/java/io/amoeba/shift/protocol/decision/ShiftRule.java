package io.amoeba.shift.protocol.decision;

import io.amoeba.shift.protocol.decision.Obstacle.Kind;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Whether reads may leave a node, and whether they may stay away. Stateless.
 *
 * <p>Reads that leave still cost the coordinators that clients chose, so a shift alone helps only
 * where the disk is the limit. Nodes learn of each other by gossip, so two replicas may shift at
 * the same time; both see it a moment later, and the one that shifted later returns.
 */
public final class ShiftRule {

  private ShiftRule() {}

  /**
   * What keeps reads from leaving; empty: they may.
   *
   * @param drains whether clients are to be disconnected, too: that helps where the CPU is the
   *     limit as well
   * @param nowMillis by the node's clock
   */
  public static Optional<Obstacle> toLeave(
      ShiftSettings settings, OwnNode own, List<PeerView> peers, boolean drains, long nowMillis) {
    Optional<Obstacle> always = always(settings, own, peers);
    if (always.isPresent()) {
      return always;
    }
    for (PeerView peer : peers) {
      if (excludes(peer, drains, nowMillis)) {
        return obstacle(Kind.PEER_SHIFTED, "reads are shifted away from " + peer.name());
      }
    }
    if (settings.mode() == ShiftMode.ALWAYS) {
      return Optional.empty();
    }
    Optional<Obstacle> room = room(peers, settings.maxUsePercent());
    return room.isPresent() || drains ? room : disk(settings, own);
  }

  /**
   * What makes reads return early; empty: nothing does.
   *
   * @param sinceMillis when they left, by the node's clock
   */
  public static Optional<Obstacle> toStayAway(
      ShiftSettings settings,
      OwnNode own,
      List<PeerView> peers,
      boolean drained,
      long sinceMillis,
      long nowMillis) {
    Optional<Obstacle> always = always(settings, own, peers);
    if (always.isPresent()) {
      return always;
    }
    for (PeerView peer : peers) {
      if (excludes(peer, drained, nowMillis) && isBefore(peer, sinceMillis, own.id())) {
        return obstacle(
            Kind.PEER_SHIFTED, "reads were shifted away from " + peer.name() + " first");
      }
    }
    return settings.mode() == ShiftMode.ALWAYS
        ? Optional.empty()
        : room(peers, settings.returnUsePercent());
  }

  private static Optional<Obstacle> always(
      ShiftSettings settings, OwnNode own, List<PeerView> peers) {
    if (settings.mode() == ShiftMode.OFF) {
      return obstacle(Kind.OFF, "severity=off");
    }
    if (!own.isMember()) {
      return obstacle(Kind.NOT_A_MEMBER, "the node is joining, leaving or moving");
    }
    if (!own.heedsSeverity()) {
      return obstacle(
          Kind.NO_DYNAMIC_SNITCH, "dynamic_snitch is off, or the node ignores severity");
    }
    if (own.hasOtherSeverity()) {
      return obstacle(Kind.OTHER_SEVERITY, "an operator or another agent has set the severity");
    }
    if (peers.stream().noneMatch(PeerView::sharesRanges)) {
      return obstacle(Kind.NO_PEER, "no other node of the data centre has the same token ranges");
    }
    return peers.stream()
        .filter(peer -> peer.sharesRanges() && !peer.isUp())
        .findFirst()
        .flatMap(peer -> obstacle(Kind.PEER_DOWN, peer.name() + " is down"));
  }

  /**
   * Two replicas of a range are not shifted at once, nor are two nodes of a data centre drained.
   */
  private static boolean excludes(PeerView peer, boolean drains, long nowMillis) {
    return peer.isUp()
        && peer.state()
            .filter(state -> state.isShiftedAt(nowMillis))
            .filter(state -> peer.sharesRanges() || (drains && state.isDrained()))
            .isPresent();
  }

  /** The same order at both nodes, whatever their clocks say. */
  private static boolean isBefore(PeerView peer, long sinceMillis, String ownId) {
    long peerSince = peer.state().map(NodeState::sinceMillis).orElse(Long.MAX_VALUE);
    return peerSince < sinceMillis || (peerSince == sinceMillis && peer.id().compareTo(ownId) < 0);
  }

  private static Optional<Obstacle> room(List<PeerView> peers, int mostPercent) {
    for (PeerView peer : peers) {
      if (!peer.sharesRanges()) {
        continue;
      }
      OptionalInt use = peer.state().map(NodeState::usePercent).orElse(OptionalInt.empty());
      if (use.isEmpty()) {
        return obstacle(Kind.PEER_UNKNOWN, peer.name() + " does not report its CPU use");
      }
      if (use.getAsInt() > mostPercent) {
        return obstacle(
            Kind.PEER_BUSY,
            "%s uses %d %% of its CPU, more than %d %%"
                .formatted(peer.name(), use.getAsInt(), mostPercent));
      }
    }
    return Optional.empty();
  }

  private static Optional<Obstacle> disk(ShiftSettings settings, OwnNode own) {
    if (own.diskWaitPercent().isEmpty()) {
      return obstacle(Kind.DISK_UNKNOWN, "the kernel does not report pressure on the disk");
    }
    int wait = own.diskWaitPercent().getAsInt();
    return wait >= settings.minDiskWaitPercent()
        ? Optional.empty()
        : obstacle(
            Kind.DISK_FREE,
            "the node waits for its disk %d %% of the time, less than %d %%"
                .formatted(wait, settings.minDiskWaitPercent()));
  }

  private static Optional<Obstacle> obstacle(Kind kind, String detail) {
    return Optional.of(new Obstacle(kind, detail));
  }
}
