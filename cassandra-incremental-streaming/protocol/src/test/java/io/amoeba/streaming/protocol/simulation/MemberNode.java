package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.PlanId;
import io.amoeba.streaming.protocol.member.ApplyResult;
import io.amoeba.streaming.protocol.member.CoordinatedTruncations;
import io.amoeba.streaming.protocol.member.FollowedJoins;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.JoinFollower;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A replica and coordinator, with the real follower in it while it runs with the agent. */
final class MemberNode {

  final int node;
  private final World world;
  private final Duration giveUpAfter;

  // On disk.
  private final MemberDisk disk;

  /** Who has joined, and is an ordinary node. */
  private @Nullable UUID joined;

  private long generation;
  private final Set<UUID> removedPlans = new HashSet<>();
  private long removedGeneration;

  /** The first generation of the host that has replaced the first one. */
  private long newHostSince = Long.MAX_VALUE;

  /** Whether that host does not know of the join yet. */
  private boolean newcomer;

  // In memory.
  private @Nullable FollowedJoins joins;
  private CoordinatedTruncations coordinated;
  private CoordinatorRing view;
  private long joiningNodeHeardMillis;
  private long joiningNodeGeneration;
  private @Nullable Object lastHeard;
  private int lastHeardFrom;
  private long lastHeardGeneration;

  MemberNode(World world, int node) {
    this.world = world;
    this.node = node;
    disk = new MemberDisk(world, node);
    giveUpAfter = Duration.ofMillis(world.time.between(400, 1500));
    view = new CoordinatorRing(world, this);
    coordinated = remembered();
  }

  private CoordinatedTruncations remembered() {
    return new CoordinatedTruncations(disk.truncations(), disk::save);
  }

  /** The id of the host that gossiped in this generation. */
  String host(long ofGeneration) {
    return Ring.name(node) + (ofGeneration < newHostSince ? "" : ", the second");
  }

  /** Whether the host of a plan is an ordinary node for it. */
  boolean hasJoined(UUID plan) {
    return joined != null && PlanId.isOf(joined, plan);
  }

  /** Whether it has truncated a table, of which only its own disk and gossip know. */
  boolean hasTruncated() {
    return !disk.truncations().isEmpty();
  }

  /**
   * Another host takes its address and tokens, with the data that the other replicas have. It is
   * told of the join before it coordinates anything, as by Cassandra's shadow round.
   */
  void replace() {
    newHostSince = generation + 1;
    disk.forgetJoins();
    joined = null;
    newcomer = true;
    start(true);
  }

  /** The joining node's tokens that are normal in this coordinator's ring. */
  int done() {
    return view.done();
  }

  boolean reachesJoiningNode() {
    return view.reachesJoiningNode();
  }

  /** Nodes that its writes of a key go to besides the natural replicas. */
  int pending(int key) {
    return view.pending(key);
  }

  /** Of the joining node's present host. */
  HeldJoin onDisk() {
    return disk.held(world.joiningNode.host());
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
    if (disk.plans().anyMatch(world.joiningNode::removed)) {
      disk.done = 0;
    }
    view = new CoordinatorRing(world, this);
    view.become(disk.done);
    view.find(disk.address);
    coordinated = remembered();
    joiningNodeHeardMillis = world.time.nowMillis();
    joiningNodeGeneration = 0;
    lastHeard = null;
    joins = null;
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
    FollowedJoins following = new FollowedJoins(this::fresh);
    // Not before all are there does it coordinate anything.
    disk.allHeld().forEach((host, record) -> following.add(host, restored(host, record)));
    joins = following;
    learnRemovals();
    if (newcomer) {
      if (!world.network.up(world.ring.joiningNode)) {
        // Nobody surely knows how far the join is, so it does not start.
        throw new Crash();
      }
      world.gossip.tellNews(node);
      newcomer = !world.network.up(node);
    }
    sayAcknowledgement();
  }

  private JoinFollower restored(UUID host, HeldJoin record) {
    HeldJoin before = afterRemoval(record);
    long previous =
        world.mutant == Mutant.START_WITHOUT_AGENT_UNNOTICED ? before.generation() : generation - 1;
    return new JoinFollower(
        before, previous, generation, giveUpAfter, view, next -> disk.save(host, next));
  }

  private JoinFollower fresh(UUID host) {
    return follower(host, HeldJoin.nothing(generation));
  }

  private JoinFollower follower(UUID host, HeldJoin held) {
    return new JoinFollower(
        held, generation, generation, giveUpAfter, view, next -> disk.save(host, next));
  }

  /** Whether requests may come while its ring changes: not before the follower is there. */
  boolean coordinates() {
    return joins != null && !newcomer;
  }

  void write() {
    world.writes.start(node, world.time.random.nextInt(world.ring.keys.length));
  }

  /** What another replica has been sent and deletes now, some sender may not have yet. */
  void writeLate() {
    int seldomWritten = world.time.random.nextInt(world.ring.keys.length) | 1;
    world.writes.start(node, seldomWritten, world.time.random.nextInt(world.ring.members));
  }

  /** A member serves only when gossip has settled: it knows of removals while it was down. */
  private HeldJoin afterRemoval(HeldJoin before) {
    UUID plan = before.announcement().map(Announcement::plan).orElse(null);
    return removedPlans.contains(plan) && world.mutant != Mutant.VOID_FORGOTTEN
        ? before.nodeRemoved()
        : before;
  }

  boolean withoutAgent() {
    return joins == null;
  }

  /** Replication has changed: Cassandra recomputes its pending ranges, and so does the agent. */
  void ringChanged() {
    FollowedJoins following = joins;
    if (world.network.up(node) && following != null) {
      following.forEach(
          (host, follower) -> {
            follower.replicationChanged();
            if (follower.held().announcement().isPresent()) {
              view.hold(follower.held().held());
            }
          });
      world.checkAll(this);
    }
  }

  void kill() {
    world.network.killed(node);
    disk.killed();
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

  /** Something new about an address, from gossip. */
  void heard(int address, GossipState state) {
    if (address < world.ring.joiningNode) {
      learnVoid(state);
      return;
    }
    if (state.generation() <= removedGeneration) {
      // removenode gossips the removed node under a newer generation than its own.
      return;
    }
    if (state.generation() >= joiningNodeGeneration) {
      joiningNodeHeardMillis = world.time.nowMillis();
    }
    FollowedJoins following = joins;
    if (following == null
        || (state.content() == lastHeard
            && address == lastHeardFrom
            && state.generation() == lastHeardGeneration)) {
      return;
    }
    lastHeard = state.content();
    lastHeardFrom = address;
    lastHeardGeneration = state.generation();
    UUID host = world.joiningNode.host(state.generation());
    acting(
        () -> {
          if (state.content() instanceof Announcement announcement) {
            if (follows(following, host, address)) {
              ApplyResult result =
                  following.apply(host, Ring.name(address), asHeard(following, host, announcement));
              if (result instanceof ApplyResult.Applied
                  && world.mutant != Mutant.ACKNOWLEDGED_DURING_TRUNCATE) {
                coordinated.applied(host);
              }
            }
          } else if (state.content() == GossipState.NORMAL) {
            normal(following, host, address, state.generation());
          }
          sayAcknowledgement();
        });
    joiningNodeGeneration = Math.max(joiningNodeGeneration, state.generation());
  }

  private boolean follows(FollowedJoins following, UUID host, int address) {
    String endpoint = following.of(host).map(known -> known.held().endpoint()).orElse("");
    return world.mutant != Mutant.ANOTHER_ADDRESS_IS_ANOTHER_JOIN
        || endpoint.isEmpty()
        || endpoint.equals(Ring.name(address));
  }

  /** Cassandra itself takes the newer one of two addresses of a host. */
  private void normal(FollowedJoins following, UUID host, int address, long joiningNodes) {
    boolean isVoid = following.of(host).map(known -> known.held().isVoid()).orElse(false);
    if (isVoid || joiningNodes < joiningNodeGeneration) {
      return;
    }
    view.become(world.ring.all);
    view.find(address - world.ring.joiningNode);
    disk.done = world.ring.all;
    disk.address = view.joiningNodeAddress();
    joined = host;
    if (world.mutant == Mutant.FINISHED_PLAN_REOPENED) {
      reopen(following, host, HeldJoin.nothing(generation));
    } else {
      following.of(host).ifPresent(JoinFollower::nodeFinished);
    }
    view.release();
    world.checkAll(this);
  }

  private void reopen(FollowedJoins following, UUID host, HeldJoin held) {
    disk.put(host, held);
    following.add(host, follower(host, held));
  }

  private Announcement asHeard(FollowedJoins following, UUID host, Announcement said) {
    if (world.mutant == Mutant.CONFIRMED_GIVEN_UP) {
      return new Announcement(
          said.plan(), said.epoch(), said.done(), said.settling(), said.pending(), none());
    }
    HeldJoin held = following.of(host).map(JoinFollower::held).orElse(HeldJoin.nothing(generation));
    Optional<Announcement> last = held.announcement();
    if (last.isEmpty()) {
      return said;
    }
    if (world.mutant == Mutant.OLDER_EPOCHS_APPLIED && last.get().epoch() > said.epoch()) {
      Announcement older = new Announcement(said.plan(), 1, none(), none(), none(), none());
      reopen(
          following,
          host,
          new HeldJoin(Optional.of(older), held.endpoint(), 0, generation, held.closed()));
    }
    if (world.mutant == Mutant.DONE_SHRINKS && !said.done().containsAll(last.get().done())) {
      SortedSet<Long> kept = new TreeSet<>(last.get().done());
      kept.retainAll(said.done());
      Announcement known =
          new Announcement(said.plan(), last.get().epoch(), kept, none(), none(), none());
      reopen(
          following,
          host,
          new HeldJoin(
              Optional.of(known), held.endpoint(), held.heldSince(), generation, held.closed()));
    }
    return said;
  }

  private static SortedSet<Long> none() {
    return Collections.emptySortedSet();
  }

  private void learnVoid(GossipState state) {
    FollowedJoins following = joins;
    if (following == null
        || world.mutant == Mutant.VOID_FORGOTTEN
        || !(state.content() instanceof Said said)) {
      return;
    }
    acting(
        () ->
            said.byHost()
                .forEach(
                    (host, of) -> {
                      if (of.voided() && following.planVoid(host, of.plan())) {
                        sayAcknowledgement();
                      }
                    }));
  }

  /** Once per gossip round: has the joining node been silent for too long? */
  void watchJoiningNode() {
    FollowedJoins following = joins;
    if (following != null) {
      long silentMillis = world.time.nowMillis() - joiningNodeHeardMillis;
      acting(
          () ->
              following.forEach(
                  (host, follower) -> {
                    if (follower.silentFor(Duration.ofMillis(silentMillis))) {
                      sayAcknowledgement();
                    }
                  }));
    }
  }

  /** Cassandra has removed the joining node; a member that is down learns it before it serves. */
  void joiningNodeRemoved(UUID plan, long joiningNodeGeneration) {
    removedPlans.add(plan);
    removedGeneration = joiningNodeGeneration;
    disk.done = 0;
    joined = null;
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
    FollowedJoins following = joins;
    if (following == null || world.mutant == Mutant.VOID_FORGOTTEN) {
      return;
    }
    for (UUID plan : new TreeSet<>(removedPlans)) {
      UUID host = world.joiningNode.hostOf(plan);
      JoinFollower known = following.of(host).orElse(null);
      if (known != null && isCurrent(known, plan)) {
        known.nodeRemoved();
        view.become(0);
      } else {
        following.planVoid(host, plan);
      }
    }
  }

  private static boolean isCurrent(JoinFollower follower, UUID plan) {
    return follower.held().announcement().map(last -> last.plan().equals(plan)).orElse(false);
  }

  private void sayAcknowledgement() {
    FollowedJoins following = joins;
    if (following != null) {
      SortedMap<UUID, Acknowledgement> all = new TreeMap<>();
      following.forEach(
          (host, follower) ->
              coordinated
                  .sayable(
                      host,
                      follower.acknowledgement(world.writeTimeoutMillis, world.readTimeoutMillis))
                  .ifPresent(said -> all.put(host, said)));
      world.gossip.say(node, new Said(all, coordinated.answered()));
    }
  }

  /** A client's TRUNCATE; null where the node does not run, or has no agent to note it. */
  CoordinatedTruncations.@Nullable UnderWay truncateBegins() {
    return world.network.up(node) && joins != null
        ? coordinated.begin(Truncates.TABLE, 1 + world.time.nowMillis())
        : null;
  }

  /** Whether it owns tokens, or may do so by now. */
  boolean asksJoiningNodeToTruncate() {
    FollowedJoins following = joins;
    boolean confirming =
        following != null
            && following
                .of(world.joiningNode.host())
                .flatMap(known -> known.held().announcement())
                .filter(last -> !last.confirming().isEmpty())
                .isPresent();
    return done() != 0 || (confirming && world.mutant != Mutant.JOINING_NODE_NOT_ASKED_TO_TRUNCATE);
  }

  /** Returns whether the client hears of it. */
  boolean truncateEnds(CoordinatedTruncations.UnderWay begun) {
    CoordinatedTruncations life = coordinated;
    acting(
        () -> {
          life.end(begun);
          sayAcknowledgement();
        });
    return world.network.up(node);
  }
}
