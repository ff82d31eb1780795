package io.amoeba.shift.protocol.work;

import io.amoeba.shift.protocol.decision.Obstacle.Kind;
import io.amoeba.shift.protocol.decision.OwnNode;
import io.amoeba.shift.protocol.decision.ShiftMode;
import io.amoeba.shift.protocol.decision.ShiftSettings;
import io.amoeba.shift.protocol.node.NodeState;
import io.amoeba.shift.protocol.node.PeerView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One random schedule of announcements, loads, deaths and gossip that takes its time, in a cluster
 * of three racks; a model checks each step. In every other schedule links are cut, or lose most of
 * what is gossiped, in one direction, for a while or for good. Gossip that arrives out of order is
 * passed over, as Cassandra does it.
 */
final class ShiftSimulation {

  private static final long STEP = 500;
  private static final int STEPS = 600;
  private static final long GOSSIP = 3_000;
  private static final long START = 1_800_000_000_000L;

  /** Who has been silent for so long is down, for the one that does not hear it. */
  private static final long SILENCE = 10_000;

  /** Both learn of it, and one returns with its next tick. */
  private static final long TOGETHER = 2 * GOSSIP + 2_000;

  private static final ShiftSettings SETTINGS = new ShiftSettings(ShiftMode.AUTO, 20, 60, 85);

  private record Link(SimulatedNode from, SimulatedNode to) {}

  private record Heard(long saidMillis, long atMillis, boolean up, String text) {}

  /** Of one direction. */
  private record Trouble(long untilMillis, boolean cut) {}

  private final Random random;
  private final ShiftMutant mutant;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final boolean badLinks;
  private final Map<Link, Trouble> troubles = new HashMap<>();
  private final Map<Link, List<Heard>> onTheWay = new HashMap<>();
  private final Map<Link, Heard> heard = new HashMap<>();
  private final Map<Link, Long> togetherSince = new HashMap<>();
  private final Map<SimulatedNode, Long> freeSince = new HashMap<>();
  private long now;
  private int shifts;
  private int gaveWay;
  private int drained;
  private @Nullable ShiftViolation violation;

  ShiftSimulation(long seed, ShiftMutant mutant) {
    this.random = new Random(seed);
    this.mutant = mutant;
    badLinks = seed % 2 != 0;
    int count = 3 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      SimulatedNode node = new SimulatedNode("n" + i, "rack" + i % 3, mutant, random);
      node.skew = random.nextInt(4_000) - 2_000;
      node.use = random.nextInt(50);
      node.diskWait = random.nextInt(100);
      nodes.add(node);
    }
  }

  /** The first violation; null: none. */
  @Nullable ShiftViolation run() {
    for (int step = 0; step < STEPS && violation == null; step++) {
      now += STEP;
      happen();
      if (badLinks && random.nextInt(20) == 0) {
        trouble();
      }
      gossip();
      for (SimulatedNode node : nodes) {
        if (node.up && (step + nodes.indexOf(node)) % 2 == 0) {
          tick(node);
        }
      }
      check();
    }
    return violation;
  }

  int shifts() {
    return shifts;
  }

  int gaveWay() {
    return gaveWay;
  }

  int drained() {
    return drained;
  }

  private void happen() {
    SimulatedNode node = nodes.get(random.nextInt(nodes.size()));
    switch (random.nextInt(40)) {
      case 0, 1, 2 -> announce(node);
      case 3 -> {
        // Backups of all nodes are started at the same time.
        nodes.forEach(this::announce);
      }
      case 4, 5 -> withdraw(node);
      case 6, 7 -> node.use = random.nextInt(101);
      case 8, 9 -> node.use = random.nextInt(50);
      case 10, 11 -> node.diskWait = random.nextInt(100);
      case 12 -> node.die();
      case 13, 14 -> node.up = true;
      default -> {}
    }
  }

  private Moment moment(SimulatedNode node) {
    boolean frozen = mutant == ShiftMutant.NO_END && node.readsAway;
    return new Moment(frozen ? 0 : now, START + now + node.skew);
  }

  private void announce(SimulatedNode node) {
    if (!node.up) {
      return;
    }
    boolean drains = random.nextInt(4) == 0;
    long lasts = drains ? 60_000 + random.nextInt(60_000) : 1_000 + random.nextInt(60_000);
    if (node.work.phase() == Phase.QUIET) {
      node.returnedEarly = false;
    }
    node.work.announce(moment(node), lasts, drains);
    node.workEnd = now + lasts;
  }

  private void withdraw(SimulatedNode node) {
    if (node.up && node.workEnd > 0 && mutant != ShiftMutant.WITHDRAWAL_LOST) {
      node.work.withdraw(moment(node));
    }
    if (node.workEnd > 0) {
      node.workEnd = Math.min(node.workEnd, now);
    }
  }

  /** One direction of a link, of which the other one works. */
  private void trouble() {
    Link link =
        new Link(nodes.get(random.nextInt(nodes.size())), nodes.get(random.nextInt(nodes.size())));
    boolean forGood = random.nextInt(20) == 0;
    long until = forGood ? Long.MAX_VALUE : now + 1_000 + random.nextInt(40_000);
    troubles.put(link, new Trouble(until, random.nextBoolean()));
  }

  private boolean loses(Link link) {
    Trouble trouble = troubles.get(link);
    return trouble != null
        && trouble.untilMillis() > now
        && (trouble.cut() || random.nextInt(4) > 0);
  }

  private void gossip() {
    for (SimulatedNode from : nodes) {
      for (SimulatedNode to : nodes) {
        Link link = new Link(from, to);
        List<Heard> underWay = onTheWay.computeIfAbsent(link, any -> new ArrayList<>());
        if (!loses(link)) {
          long at = now + random.nextInt((int) GOSSIP);
          underWay.add(new Heard(now, at, from.up, from.text()));
        }
        for (Heard news : underWay) {
          Heard before = heard.get(link);
          if (news.atMillis() <= now
              && (before == null || before.saidMillis() < news.saidMillis())) {
            heard.put(link, news);
          }
        }
        underWay.removeIf(news -> news.atMillis() <= now);
      }
    }
  }

  private boolean isSilent(Heard last) {
    return now - last.atMillis() > SILENCE;
  }

  private void tick(SimulatedNode node) {
    boolean wasAway = node.readsAway;
    boolean wasReturning = node.work.phase() == Phase.RETURNING;
    List<PeerView> seen = new ArrayList<>();
    List<PeerView> told = new ArrayList<>();
    for (SimulatedNode peer : nodes) {
      if (peer != node) {
        PeerView view = view(node, peer);
        seen.add(view);
        told.add(distorted(view, new Link(peer, node), wasAway));
      }
    }
    node.now = now;
    OwnNode own =
        new OwnNode(
            node.id,
            true,
            true,
            false,
            OptionalInt.of(mutant == ShiftMutant.DISK_ASSUMED ? 100 : node.diskWait));
    node.work.tick(moment(node), SETTINGS, own, told);
    if (mutant == ShiftMutant.TRIED_AGAIN && node.returnedEarly && !node.readsAway) {
      long left = Math.max(1_000, node.workEnd - now);
      node.work.withdraw(moment(node));
      node.work.announce(moment(node), left, false);
      node.work.tick(moment(node), SETTINGS, own, told);
    }
    ticked(node, seen, wasAway, wasReturning);
  }

  private PeerView view(SimulatedNode node, SimulatedNode peer) {
    Heard last = heard.get(new Link(peer, node));
    boolean up = last != null && last.up() && !isSilent(last);
    Optional<NodeState> state =
        last == null ? Optional.empty() : NodeState.parse(last.text(), START + now + node.skew);
    return new PeerView(peer.id, peer.id, up, node.sharesRanges(peer), state);
  }

  private PeerView distorted(PeerView view, Link link, boolean isAway) {
    Optional<NodeState> state = view.state();
    boolean unseen =
        mutant == ShiftMutant.SHIFTS_UNSEEN || (mutant == ShiftMutant.NO_WAY_GIVEN && isAway);
    if (unseen) {
      state = state.map(seen -> NodeState.quiet(seen.usePercent()));
    } else if (mutant == ShiftMutant.ROOM_ASSUMED || mutant == ShiftMutant.USE_UNKNOWN) {
      OptionalInt use =
          mutant == ShiftMutant.ROOM_ASSUMED ? OptionalInt.of(0) : OptionalInt.empty();
      state = state.map(seen -> seen.with(use));
    }
    boolean silenceUnseen =
        mutant == ShiftMutant.SILENCE_UNSEEN
            && Optional.ofNullable(heard.get(link)).filter(Heard::up).isPresent();
    return new PeerView(
        view.id(),
        view.name(),
        view.isUp() || mutant == ShiftMutant.DOWN_UNSEEN || silenceUnseen,
        view.sharesRanges(),
        state);
  }

  /** Checks a node's decision against what it has really seen. */
  private void ticked(
      SimulatedNode node, List<PeerView> seen, boolean wasAway, boolean wasReturning) {
    List<PeerView> replicas = seen.stream().filter(PeerView::sharesRanges).toList();
    boolean drains = node.work.state(OptionalInt.empty()).isDrained();
    if (node.readsAway && !wasAway) {
      shifts++;
      drained += drains ? 1 : 0;
      if (replicas.stream().anyMatch(peer -> !peer.isUp())) {
        violation = ShiftViolation.DOWN;
      } else if (replicas.stream().anyMatch(peer -> use(peer) > SETTINGS.maxUsePercent())) {
        violation = ShiftViolation.BUSY;
      } else if (!drains && node.diskWait < SETTINGS.minDiskWaitPercent()) {
        violation = ShiftViolation.DISK;
      } else if (node.returnedEarly) {
        violation = ShiftViolation.AGAIN;
      }
    }
    if (!node.readsAway && wasAway) {
      if (wasReturning || node.work.phase() == Phase.QUIET) {
        boolean lost =
            replicas.stream()
                .anyMatch(peer -> !peer.isUp() || use(peer) > SETTINGS.returnUsePercent());
        boolean gives = seen.stream().anyMatch(peer -> isShifted(peer, node));
        if (now < node.coldUntil && now < limit(node) && !lost && !gives && !wasTogether(node)) {
          violation = ShiftViolation.COLD;
        }
      } else if (node.work.obstacle().filter(o -> o.kind() == Kind.PEER_SHIFTED).isPresent()) {
        gaveWay++;
      } else {
        node.returnedEarly = true;
      }
    }
    if (node.work.phase() == Phase.QUIET) {
      node.workEnd = 0;
    }
    mayLeave(node, seen, replicas);
  }

  /** A node that could leave for two ticks has left. */
  private void mayLeave(SimulatedNode node, List<PeerView> seen, List<PeerView> replicas) {
    boolean free =
        node.workEnd > now
            && !node.readsAway
            && !node.returnedEarly
            && node.diskWait >= SETTINGS.minDiskWaitPercent()
            && seen.stream().noneMatch(peer -> isShifted(peer, node))
            && replicas.stream()
                .allMatch(
                    peer ->
                        peer.isUp()
                            && peer.state().isPresent()
                            && use(peer) <= SETTINGS.maxUsePercent());
    if (!free) {
      freeSince.remove(node);
    } else if (now - freeSince.computeIfAbsent(node, any -> now) > 4 * STEP) {
      violation = ShiftViolation.STUCK;
    }
  }

  private boolean isShifted(PeerView peer, SimulatedNode node) {
    return peer.state().filter(state -> state.isShiftedAt(START + now + node.skew)).isPresent();
  }

  private boolean wasTogether(SimulatedNode node) {
    return togetherSince.keySet().stream()
        .anyMatch(pair -> pair.from() == node || pair.to() == node);
  }

  private static int use(PeerView peer) {
    return peer.state().map(NodeState::usePercent).orElse(OptionalInt.empty()).orElse(100);
  }

  private static long limit(SimulatedNode node) {
    return node.workEnd + SimulatedNode.WARM_LIMIT;
  }

  private void check() {
    for (SimulatedNode node : nodes) {
      if (node.clientsAway && !node.readsAway) {
        violation = ShiftViolation.CLIENTS;
      }
      if (node.readsAway && now > limit(node) + 2_000) {
        violation = ShiftViolation.FORGOTTEN;
      }
      for (SimulatedNode other : nodes) {
        Link pair = new Link(node, other);
        if (node != other && node.sharesRanges(other) && node.readsAway && other.readsAway) {
          long most = badLinks ? TOGETHER + SILENCE : TOGETHER;
          if (now - togetherSince.computeIfAbsent(pair, any -> now) > most) {
            violation = ShiftViolation.TOGETHER;
          }
        } else {
          togetherSince.remove(pair);
        }
      }
    }
  }
}
