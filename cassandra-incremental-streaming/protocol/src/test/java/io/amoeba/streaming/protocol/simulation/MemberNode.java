package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.HeldJoinCodec;
import io.amoeba.streaming.protocol.member.JoinFollower;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A replica and coordinator, with the real follower in it while it runs with the agent. */
final class MemberNode {

  final int node;
  private final World world;
  private final Duration giveUpAfter;

  // On disk.
  private @Nullable String record;
  private int diskDone;
  private long generation;
  private final Set<UUID> removedPlans = new HashSet<>();
  private long removedGeneration;

  // In memory.
  private @Nullable JoinFollower follower;
  private CoordinatorRing view;
  private long joinerHeardMillis;
  private @Nullable Object lastHeard;

  MemberNode(World world, int node) {
    this.world = world;
    this.node = node;
    giveUpAfter = Duration.ofMillis(world.time.between(400, 1500));
    view = new CoordinatorRing(world, this);
  }

  /** The joiner's tokens that are normal in this coordinator's ring. */
  int done() {
    return view.done();
  }

  /** Nodes that its writes of a key go to besides the natural replicas. */
  int pending(int key) {
    return view.pending(key);
  }

  HeldJoin onDisk() {
    return record == null ? HeldJoin.nothing(0) : HeldJoinCodec.decode(record);
  }

  /** Without the agent only while nothing is confirmed or settles: a limit that the ADR states. */
  boolean mayStartWithoutAgent() {
    return onDisk()
        .announcement()
        .map(last -> last.confirming().isEmpty() && last.settling().isEmpty())
        .orElse(true);
  }

  void start(boolean withAgent) {
    world.network.started(node);
    generation++;
    if (world.joiner.removed(diskPlan())) {
      diskDone = 0;
    }
    view = new CoordinatorRing(world, this);
    view.become(diskDone);
    joinerHeardMillis = world.time.nowMillis();
    lastHeard = null;
    follower = null;
    world.gossip.start(node, generation, GossipState.NO_AGENT);
    if (withAgent) {
      acting(this::follow);
    }
    if (world.network.up(node)) {
      world.checkAll(this);
      world.gossip.repeatOldNews(node);
      if (!withAgent) {
        for (int i = 0; i < 5; i++) {
          world.network.on(node, world.time.between(1, 500), this::write);
        }
      }
    }
  }

  private void follow() {
    HeldJoin before = afterRemoval(onDisk());
    long previous =
        world.mutant == Mutant.START_WITHOUT_AGENT_UNNOTICED ? before.generation() : generation - 1;
    follower =
        new JoinFollower(
            record == null ? HeldJoin.nothing(previous) : before,
            previous,
            generation,
            giveUpAfter,
            view,
            this::save);
    learnRemovals();
    sayAcknowledgement();
  }

  /** Whether requests may come while its ring changes: not before the follower is there. */
  boolean coordinates() {
    return follower != null;
  }

  void write() {
    world.writes.start(node, world.time.random.nextInt(world.ring.keys.length));
  }

  /** A member serves only when gossip has settled: it knows of removals while it was down. */
  private HeldJoin afterRemoval(HeldJoin before) {
    UUID plan = before.announcement().map(Announcement::plan).orElse(null);
    return removedPlans.contains(plan) && world.mutant != Mutant.VOID_FORGOTTEN
        ? before.nodeRemoved()
        : before;
  }

  boolean withoutAgent() {
    return follower == null;
  }

  /** Replication has changed: Cassandra computes its pending ranges anew, and so does the agent. */
  void ringChanged() {
    JoinFollower following = follower;
    if (world.network.up(node) && following != null) {
      following.replicationChanged();
      if (following.held().announcement().isPresent()) {
        view.hold(following.held().held());
      }
      world.checkAll(this);
    }
  }

  private @Nullable UUID diskPlan() {
    return onDisk().announcement().map(Announcement::plan).orElse(null);
  }

  void kill() {
    world.network.killed(node);
  }

  /** What the member does dies with it when a port kills it. */
  private void acting(Runnable action) {
    try {
      action.run();
    } catch (Crash crash) {
      kill();
      world.time.after(world.time.between(50, 800), this::restart);
    }
  }

  private void restart() {
    if (!world.network.up(node)) {
      start(true);
    }
  }

  /** Something new about a node, from gossip. */
  void heard(int of, GossipState state) {
    if (of != world.ring.joiner) {
      learnVoid(state);
      return;
    }
    if (state.generation() <= removedGeneration) {
      // removenode gossips the removed node under a newer generation than its own.
      return;
    }
    joinerHeardMillis = world.time.nowMillis();
    JoinFollower following = follower;
    if (following == null || state.content() == lastHeard) {
      return;
    }
    lastHeard = state.content();
    acting(
        () -> {
          if (state.content() instanceof Announcement announcement) {
            following.apply(asHeard(following, announcement));
          } else if (state.content() == GossipState.NORMAL && !following.held().isVoid()) {
            view.become(world.ring.all);
            diskDone = world.ring.all;
            if (world.mutant == Mutant.FINISHED_PLAN_REOPENED) {
              reopen(HeldJoin.nothing(generation));
            } else {
              following.nodeFinished();
            }
            view.release();
            world.checkAll(this);
          }
          sayAcknowledgement();
        });
  }

  private void reopen(HeldJoin held) {
    record = HeldJoinCodec.encode(held);
    follower = new JoinFollower(held, generation, generation, giveUpAfter, view, this::save);
  }

  private Announcement asHeard(JoinFollower following, Announcement said) {
    if (world.mutant == Mutant.CONFIRMED_GIVEN_UP) {
      return new Announcement(
          said.plan(), said.epoch(), said.done(), said.settling(), said.pending(), none());
    }
    Optional<Announcement> last = following.held().announcement();
    if (world.mutant == Mutant.OLDER_EPOCHS_APPLIED
        && last.isPresent()
        && last.get().epoch() > said.epoch()) {
      Announcement older = new Announcement(said.plan(), 1, none(), none(), none(), none());
      reopen(new HeldJoin(Optional.of(older), 0, generation, following.held().closed()));
      Objects.requireNonNull(follower).apply(said);
    }
    if (world.mutant == Mutant.DONE_SHRINKS
        && last.isPresent()
        && !said.done().containsAll(last.get().done())) {
      SortedSet<Long> kept = new TreeSet<>(last.get().done());
      kept.retainAll(said.done());
      Announcement known =
          new Announcement(said.plan(), last.get().epoch(), kept, none(), none(), none());
      reopen(
          new HeldJoin(
              Optional.of(known),
              following.held().heldSince(),
              generation,
              following.held().closed()));
      Objects.requireNonNull(follower).apply(said);
    }
    return said;
  }

  private static SortedSet<Long> none() {
    return Collections.emptySortedSet();
  }

  private void learnVoid(GossipState state) {
    JoinFollower following = follower;
    if (following != null
        && world.mutant != Mutant.VOID_FORGOTTEN
        && state.content() instanceof Acknowledgement said
        && said.voided()) {
      acting(
          () -> {
            if (following.planVoid(said.plan())) {
              sayAcknowledgement();
            }
          });
    }
  }

  /** Once per gossip round: has the joiner been silent for too long? */
  void watchJoiner() {
    JoinFollower following = follower;
    if (following != null) {
      acting(
          () -> {
            long silentMillis = world.time.nowMillis() - joinerHeardMillis;
            if (following.silentFor(Duration.ofMillis(silentMillis))) {
              sayAcknowledgement();
            }
          });
    }
  }

  /** Cassandra has removed the joiner; a member that is down learns it before it serves. */
  void joinerRemoved(UUID plan, long joinersGeneration) {
    removedPlans.add(plan);
    removedGeneration = joinersGeneration;
    diskDone = 0;
    if (world.network.up(node)) {
      view.become(0);
      acting(
          () -> {
            learnRemovals();
            sayAcknowledgement();
          });
    }
  }

  private void learnRemovals() {
    JoinFollower following = follower;
    if (following == null || world.mutant == Mutant.VOID_FORGOTTEN) {
      return;
    }
    for (UUID plan : new TreeSet<>(removedPlans)) {
      boolean current =
          following.held().announcement().map(last -> last.plan().equals(plan)).orElse(false);
      if (current) {
        following.nodeRemoved();
        view.become(0);
      } else {
        following.planVoid(plan);
      }
    }
  }

  private void sayAcknowledgement() {
    JoinFollower following = follower;
    if (following != null) {
      world.gossip.say(
          node,
          following
              .acknowledgement(world.writeTimeoutMillis, world.readTimeoutMillis)
              .<Object>map(said -> said)
              .orElse("agent"));
    }
  }

  private void save(HeldJoin next) {
    world.mayCrash();
    Runnable write =
        () -> {
          record = HeldJoinCodec.encode(next);
          next.announcement().ifPresent(last -> diskDone = world.ring.mask(last.done()));
        };
    if (world.mutant == Mutant.ACKNOWLEDGED_BEFORE_DISK) {
      world.network.on(node, world.time.between(0, 3000), write);
    } else {
      write.run();
    }
    world.mayCrash();
  }
}
