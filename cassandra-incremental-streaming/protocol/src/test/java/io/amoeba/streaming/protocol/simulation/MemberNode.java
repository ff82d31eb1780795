package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.HeldJoinCodec;
import io.amoeba.streaming.protocol.member.JoinFollower;
import io.amoeba.streaming.protocol.member.MemberRing;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A replica and coordinator, with the real follower in it while it runs with the agent. */
final class MemberNode implements MemberRing {

  final int node;
  private final World world;
  private final Duration giveUpAfter;

  // On disk.
  private @Nullable String record;
  private int diskDone;
  private long generation;
  private final Set<UUID> removedPlans = new HashSet<>();

  // In memory.
  private @Nullable JoinFollower follower;
  private int done;
  private final int[] extra;
  private final int[] held;
  private long joinerHeardMillis;
  private @Nullable Object lastHeard;
  private @Nullable Runnable delayed;

  MemberNode(World world, int node) {
    this.world = world;
    this.node = node;
    giveUpAfter = Duration.ofMillis(world.time.between(400, 1500));
    extra = new int[world.ring.keys.length];
    held = new int[world.ring.keys.length];
  }

  /** The joiner's tokens that are normal in this coordinator's ring. */
  int done() {
    return done;
  }

  int pending(int key) {
    return extra[key] | held[key];
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
    java.util.Arrays.fill(extra, 0);
    java.util.Arrays.fill(held, 0);
    if (world.joiner.removed(diskPlan())) {
      diskDone = 0;
    }
    done = diskDone;
    joinerHeardMillis = world.time.nowMillis();
    lastHeard = null;
    follower = null;
    delayed = null;
    world.gossip.start(node, generation, GossipState.NO_AGENT);
    if (withAgent) {
      acting(
          () -> {
            HeldJoin before = afterRemoval(onDisk());
            long previous =
                world.mutant == Mutant.START_WITHOUT_AGENT_UNNOTICED
                    ? before.generation()
                    : generation - 1;
            follower =
                new JoinFollower(
                    record == null ? HeldJoin.nothing(previous) : before,
                    previous,
                    generation,
                    giveUpAfter,
                    this,
                    this::save);
            learnRemovals();
            sayAcknowledgement();
          });
    }
    if (world.network.up(node)) {
      world.checkAll(this);
    }
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
      following
          .held()
          .announcement()
          .ifPresent(
              last -> {
                keepWritingToLosers(last);
                hold(following.held().held());
              });
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
      world.time.after(world.time.between(50, 800), () -> restart());
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
          } else if (state.content() == GossipState.NORMAL) {
            done = world.ring.all;
            diskDone = world.ring.all;
            if (world.mutant == Mutant.FINISHED_PLAN_REOPENED) {
              reopen(HeldJoin.nothing(generation));
            } else {
              following.nodeFinished();
            }
            release();
            world.checkAll(this);
          }
          sayAcknowledgement();
        });
  }

  private void reopen(HeldJoin held) {
    record = HeldJoinCodec.encode(held);
    follower = new JoinFollower(held, generation, generation, giveUpAfter, this, this::save);
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
      java.util.Objects.requireNonNull(follower).apply(said);
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
            following.planVoid(said.plan());
            sayAcknowledgement();
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
  void joinerRemoved(UUID plan) {
    removedPlans.add(plan);
    diskDone = 0;
    if (world.network.up(node)) {
      done = 0;
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
        done = 0;
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
              .acknowledgement(World.WRITE_TIMEOUT_MILLIS, World.READ_TIMEOUT_MILLIS)
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
      world.network.on(node, world.time.between(0, 1000), write);
    } else {
      write.run();
    }
    world.mayCrash();
  }

  @Override
  public void keepWritingToLosers(Announcement announcement) {
    int settling = world.ring.mask(announcement.settling());
    int after = world.ring.mask(announcement.done());
    Runnable show =
        () -> {
          for (int key = 0; key < extra.length; key++) {
            extra[key] = world.ring.extra(after, settling, key);
          }
        };
    if (world.mutant == Mutant.NORMAL_TOKENS_FIRST) {
      delayed = show;
    } else {
      show.run();
      race();
    }
  }

  @Override
  public void own(SortedSet<Long> tokens) {
    world.mayCrash();
    done = world.ring.mask(tokens);
    world.checkAll(this);
    race();
  }

  @Override
  public void hold(SortedSet<Long> pending) {
    int mask = world.ring.mask(pending);
    for (int key = 0; key < held.length; key++) {
      held[key] = world.ring.pending(done, mask, key);
    }
    if (delayed != null) {
      race();
      delayed.run();
      delayed = null;
    }
  }

  @Override
  public void release() {
    java.util.Arrays.fill(extra, 0);
    java.util.Arrays.fill(held, 0);
  }

  /** A coordinator thread that reads the ring in the middle of a change. */
  private void race() {
    if (world.time.chance(0.3)) {
      world.writes.start(node, world.time.random.nextInt(world.ring.keys.length));
    }
  }
}
