package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.PlanId;
import io.amoeba.streaming.protocol.join.JoinDriver;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinPorts;
import io.amoeba.streaming.protocol.join.JoinPorts.Announcer;
import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StepWork;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import io.amoeba.streaming.protocol.join.StepPlanner;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The joining node: the real driver, its disk, and what it serves. */
final class JoiningNode implements Announcer {

  static final long TICK_MILLIS = 30;

  /** Where it may be found, at one of them at a time. */
  static final int ADDRESSES = 3;

  private final World world;
  private final JoinSettings settings;
  private final SenderModel senders;
  private final Set<UUID> removed = new HashSet<>();

  // On disk.
  private final JoiningNodeDisk disk;
  private long generation;
  private UUID host;

  /** By the generation in which each one gossiped. */
  private final Map<Long, UUID> hosts = new HashMap<>();

  /** How likely a start is at another address. */
  private final double moves;

  /** Of its present or next life. */
  private int address;

  // In memory.
  private @Nullable JoinDriver driver;
  private int serving;
  private boolean purged;

  JoiningNode(World world) {
    this.world = world;
    settings = settings(world.time);
    senders = new SenderModel(world);
    host = randomUuid();
    moves = world.time.chance(0.5) ? 0.7 : 0;
    disk = new JoiningNodeDisk(world, freshRecord());
  }

  private UUID randomUuid() {
    return new UUID(world.time.random.nextLong(), world.time.random.nextLong());
  }

  private static JoinSettings settings(Timeline time) {
    return new JoinSettings(
        time.random.nextInt(4),
        StepOrder.values()[time.random.nextInt(4)],
        time.random.nextLong(),
        1 + time.random.nextInt(3),
        time.random.nextInt(4),
        Duration.ofMillis(50),
        Duration.ofMillis(300),
        Duration.ofMillis(5));
  }

  private JoinRecord freshRecord() {
    List<SortedSet<Long>> steps =
        StepPlanner.plan(
            Collections.emptySortedSet(),
            world.ring.allTokens(),
            settings,
            this::transfers,
            sender -> sender.hashCode());
    UUID plan = new UUID(host.getMostSignificantBits(), world.time.random.nextLong());
    return JoinRecord.fresh(plan, steps);
  }

  private List<io.amoeba.streaming.protocol.join.Transfer> transfers(
      SortedSet<Long> done, SortedSet<Long> step) {
    return world.ring.transfers(
        world.mutant == Mutant.SWITCHED_OUT_OF_ORDER ? withLaterSteps(done, step) : done,
        step,
        world.mutant == Mutant.OTHER_SOURCE);
  }

  /** The tokens before a step as if all others were switched before it. */
  private SortedSet<Long> withLaterSteps(SortedSet<Long> done, SortedSet<Long> step) {
    SortedSet<Long> before = world.ring.allTokens();
    before.removeAll(step);
    before.addAll(done);
    return before;
  }

  /** Stays until its data are deleted. */
  UUID host() {
    return host;
  }

  /** That of an earlier or the present life. */
  UUID host(long ofGeneration) {
    return Objects.requireNonNull(hosts.get(ofGeneration));
  }

  UUID hostOf(UUID ofPlan) {
    return hosts.values().stream().filter(one -> PlanId.isOf(one, ofPlan)).findFirst().orElse(host);
  }

  int address() {
    return address;
  }

  /** Its next start is at another address, if so. */
  private void mayMove() {
    if (time().chance(moves)) {
      address = time().random.nextInt(ADDRESSES);
    }
  }

  private Timeline time() {
    return world.time;
  }

  UUID plan() {
    return onDisk().plan();
  }

  JoinRecord onDisk() {
    return disk.join();
  }

  boolean removed(@Nullable UUID plan) {
    return plan != null && removed.contains(plan);
  }

  long generation() {
    return generation;
  }

  void markRemoved() {
    removed.add(plan());
  }

  boolean serves(int key) {
    return (world.ring.natural(serving, key) & world.ring.joiningNodeBit()) != 0;
  }

  @Nullable JoinDriver driver() {
    return driver;
  }

  boolean finished() {
    return onDisk().finished() && !removed(plan());
  }

  void start() {
    int node = world.ring.joiningNode;
    world.network.started(node);
    generation++;
    hosts.put(generation, host);
    disk.lost();
    serving = world.ring.mask(onDisk().done());
    JoinDriver starting =
        new JoinDriver(
            onDisk(),
            settings,
            new JoinPorts(
                new JoiningNodeView(world, this),
                this::transfers,
                disk,
                this::serve,
                this,
                senders,
                this::purge,
                tokens -> new TimedWork(0, 100),
                tokens -> new TimedWork(0, 300),
                world.time::nowMillis));
    driver = starting;
    acting(
        () -> {
          Optional<Announcement> first = starting.start();
          world.gossip.start(
              node, generation, first.<Object>map(this::asTold).orElse(GossipState.NORMAL));
          world.network.on(node, TICK_MILLIS, this::tick);
        });
  }

  /** Takes its time, in which other steps may stream. */
  private class TimedWork implements StepWork.Run {

    private final long endMillis;

    TimedWork(long leastMillis, long mostMillis) {
      endMillis = world.time.nowMillis() + world.time.between(leastMillis, mostMillis);
    }

    @Override
    public StepWork.Status poll() {
      boolean over = world.time.nowMillis() >= endMillis;
      return new StepWork.Status(over ? Outcome.SUCCEEDED : Outcome.RUNNING, "");
    }

    @Override
    public void abort() {}
  }

  private StepWork.Run purge(SortedMap<UUID, Long> tables, SortedSet<Long> done) {
    int kept = world.ring.mask(done);
    for (MemberNode member : world.members) {
      world.network.on(member.node, world.time.between(0, 200), member::writeLate);
    }
    return new TimedWork(0, 200) {
      @Override
      public StepWork.Status poll() {
        StepWork.Status status = super.poll();
        purged |= status.outcome() == Outcome.SUCCEEDED;
        if (status.outcome() == Outcome.SUCCEEDED && world.mutant != Mutant.TRUNCATED_NOT_PURGED) {
          for (int key = 0; key < world.ring.keys.length; key++) {
            if ((world.ring.natural(kept, key) & world.ring.joiningNodeBit()) == 0) {
              world.versions[world.ring.joiningNode][key] = 0;
            }
          }
        }
        return status;
      }
    };
  }

  /** Whether it has deleted truncated data since the last call. */
  boolean hasPurged() {
    boolean has = purged;
    purged = false;
    return has;
  }

  private void tick() {
    JoinDriver driving = driver;
    if (driving == null) {
      return;
    }
    Random paces = world.switchedPaces;
    if (paces != null && paces.nextInt(8) == 0) {
      driving.sendersAtATime(1 + paces.nextInt(4));
    }
    acting(driving::tick);
    JoinPhase phase = driving.progress().phase();
    if (phase == JoinPhase.VOID || (phase == JoinPhase.FINISHED && removed(plan()))) {
      // The operator wipes the node and lets it join again.
      kill();
      world.time.after(world.time.between(100, 600), this::wipeAndStart);
    } else {
      world.network.on(world.ring.joiningNode, TICK_MILLIS, this::tick);
    }
  }

  private void wipeAndStart() {
    if (!world.network.up(world.ring.joiningNode)) {
      java.util.Arrays.fill(world.versions[world.ring.joiningNode], 0);
      host = randomUuid();
      mayMove();
      disk.write(freshRecord());
      start();
    }
  }

  private void acting(Runnable action) {
    try {
      action.run();
    } catch (Crash crash) {
      kill();
      world.time.after(world.time.between(50, 1200), this::restart);
    }
  }

  void restart() {
    if (!world.network.up(world.ring.joiningNode)) {
      mayMove();
      start();
    }
  }

  /** What the node has in ranges that are not done may be lost: it was never promised. */
  void kill() {
    world.network.killed(world.ring.joiningNode);
    disk.killed();
    driver = null;
    int durable = world.ring.mask(onDisk().done());
    for (int key = 0; key < world.ring.keys.length; key++) {
      boolean promised = (world.ring.natural(durable, key) & world.ring.joiningNodeBit()) != 0;
      if (!promised && world.time.chance(0.6)) {
        world.versions[world.ring.joiningNode][key] = 0;
      }
    }
  }

  JoinPhase phase() {
    return driver == null ? JoinPhase.ANNOUNCED : driver.progress().phase();
  }

  private void serve(SortedSet<Long> done) {
    Runnable open = () -> serving = world.ring.mask(done);
    if (world.mutant == Mutant.GOSSIP_BEFORE_SERVING) {
      world.network.on(world.ring.joiningNode, world.time.between(0, 300), open);
    } else {
      open.run();
    }
  }

  @Override
  public void announce(Announcement announcement) {
    world.mayCrash();
    world.gossip.say(world.ring.joiningNode, asTold(announcement));
    disk.announced();
    if (world.faults != null) {
      world.faults.announced(announcement);
    }
    world.mayCrash();
  }

  private Announcement asTold(Announcement said) {
    SortedSet<Long> shrunk = new TreeSet<>(said.done());
    shrunk.removeAll(said.settling());
    if (world.mutant == Mutant.DONE_SHRINKS && !shrunk.isEmpty()) {
      return takenBack(said, shrunk.first());
    }
    return world.mutant == Mutant.NO_SETTLING
        ? new Announcement(
            said.plan(),
            said.epoch(),
            said.done(),
            Collections.emptySortedSet(),
            said.pending(),
            said.confirming())
        : said;
  }

  private static Announcement takenBack(Announcement said, long token) {
    SortedSet<Long> done = new TreeSet<>(said.done());
    done.remove(token);
    SortedSet<Long> pending = new TreeSet<>(said.pending());
    pending.add(token);
    return new Announcement(
        said.plan(), said.epoch(), done, said.settling(), pending, said.confirming());
  }

  @Override
  public void announceNormal() {
    world.mayCrash();
    world.gossip.say(world.ring.joiningNode, GossipState.NORMAL);
  }
}
