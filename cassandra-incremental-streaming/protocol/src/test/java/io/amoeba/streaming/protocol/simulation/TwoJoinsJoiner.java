package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.Truncations;
import io.amoeba.streaming.protocol.join.ClusterSnapshot;
import io.amoeba.streaming.protocol.join.ClusterSnapshot.RivalJoin;
import io.amoeba.streaming.protocol.join.JoinDriver;
import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinPorts;
import io.amoeba.streaming.protocol.join.JoinPorts.Announcer;
import io.amoeba.streaming.protocol.join.JoinPorts.JoinStore;
import io.amoeba.streaming.protocol.join.JoinPorts.Outcome;
import io.amoeba.streaming.protocol.join.JoinPorts.StreamSession;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.join.JoinSettings;
import io.amoeba.streaming.protocol.join.JoinSettings.StepOrder;
import io.amoeba.streaming.protocol.join.Member;
import io.amoeba.streaming.protocol.join.TokenRange;
import io.amoeba.streaming.protocol.join.Transfer;
import io.amoeba.streaming.protocol.simulation.TwoJoins.Mutant;
import io.amoeba.streaming.protocol.simulation.TwoJoinsGossip.Told;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One of two nodes that join: the real driver, and a disk that survives its process. */
final class TwoJoinsJoiner extends TwoJoinsNode implements Announcer, JoinStore {

  private static final long TICK_MILLIS = 30;
  private static final long RETRY_MILLIS = 300;
  private static final int STEPS = 3;
  private static final JoinSettings SETTINGS =
      new JoinSettings(
          1,
          StepOrder.TOKEN,
          0,
          1,
          1,
          Duration.ofMillis(50),
          Duration.ofMillis(300),
          Duration.ofMillis(5));

  /** On disk; null before it has a plan, and when it has taken its join back. */
  private @Nullable JoinRecord disk;

  private int drawn;
  private @Nullable JoinDriver driver;

  /** By step, the other's tokens in the ring by which it was found who streams. */
  private final Map<SortedSet<Long>, SortedSet<Long>> ringOfStep = new HashMap<>();

  TwoJoinsJoiner(TwoJoins world, int number) {
    super(world, number);
    normal = false;
  }

  private TwoJoinsJoiner other() {
    return world.joiner(number == TwoJoins.MEMBERS ? number + 1 : number - 1);
  }

  SortedSet<Long> allTokens() {
    return disk == null ? new TreeSet<>() : disk.tokens();
  }

  /** Whether it joins, or has joined. */
  private SortedSet<Long> ownTokens() {
    return disk == null ? Collections.emptySortedSet() : disk.done();
  }

  boolean finished() {
    return disk != null && disk.finished();
  }

  JoinPhase phase() {
    return driver == null ? JoinPhase.WAITING_FOR_GOSSIP : driver.progress().phase();
  }

  /** Whether nobody needs it: it has nothing done, and nothing that may be done by now. */
  boolean ownsNothing() {
    return ownTokens().isEmpty() && announced.map(last -> last.confirming().isEmpty()).orElse(true);
  }

  /** Starts, unless the shadow round says that the other one joins. */
  @Override
  void start() {
    if (disk == null && world.isKnownToJoin(other())) {
      world.time.after(RETRY_MILLIS, this::startIfDown);
    } else {
      super.start();
    }
  }

  void startIfDown() {
    if (!up()) {
      start();
    }
  }

  @Override
  void begin() {
    JoinRecord join = disk;
    if (join == null) {
      join = freshRecord();
      disk = join;
    }
    JoinDriver starting =
        new JoinDriver(
            join,
            SETTINGS,
            new JoinPorts(
                this::snapshot,
                this::transfers,
                this,
                done -> {},
                this,
                this::stream,
                (tables, done) -> {
                  throw new UnsupportedOperationException("nothing is truncated here");
                },
                JoinPorts.NOTHING,
                JoinPorts.NOTHING,
                world.time::nowMillis));
    driver = starting;
    announced = starting.start();
    normal = announced.isEmpty();
    world.network.on(number, TICK_MILLIS, this::tick);
  }

  /** With tokens that nobody has. */
  private JoinRecord freshRecord() {
    List<SortedSet<Long>> steps = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      steps.add(new TreeSet<>(List.of(1_000L * drawn + 100 * step + number)));
    }
    drawn++;
    return JoinRecord.fresh(
        new UUID(host.getMostSignificantBits(), world.time.random.nextLong()), steps);
  }

  private void tick() {
    JoinDriver driving = driver;
    if (driving == null) {
      return;
    }
    driving.tick();
    if (driving.progress().phase() == JoinPhase.WITHDRAWN) {
      kill();
      world.time.after(RETRY_MILLIS, this::startIfDown);
    } else {
      world.network.on(number, TICK_MILLIS, this::tick);
    }
  }

  private ClusterSnapshot snapshot() {
    List<Member> members = new ArrayList<>();
    List<RivalJoin> rivals = new ArrayList<>();
    for (TwoJoinsNode node : world.nodes) {
      Told told = node == this ? null : world.gossip.told(number, node.number);
      boolean isMember = node.number < TwoJoins.MEMBERS;
      if (node == this || (told == null && !isMember)) {
        continue;
      }
      Optional<Announcement> joins = told == null ? Optional.empty() : told.announcement();
      boolean hasWithdrawn = !node.up() && joins.filter(Announcement::isEmpty).isPresent();
      if (!hasWithdrawn) {
        members.add(member(node, told));
        joins.ifPresent(
            last ->
                rivals.add(
                    new RivalJoin(
                        node.name(),
                        last.plan(),
                        !last.done().isEmpty(),
                        !last.pending().isEmpty())));
      }
    }
    return new ClusterSnapshot(
        members,
        "others: " + seenTokens(other().host),
        Optional.empty(),
        world.mutant == Mutant.RIVAL_UNSEEN ? List.of() : rivals);
  }

  private Member member(TwoJoinsNode node, @Nullable Told told) {
    return new Member(
        node.name(),
        node.name(),
        node.up(),
        false,
        told != null,
        "5.0",
        node.generation,
        told == null ? null : told.acknowledged().get(host),
        Truncations.NONE,
        0,
        0);
  }

  private List<Transfer> transfers(SortedSet<Long> done, SortedSet<Long> step) {
    ringOfStep.put(new TreeSet<>(step), new TreeSet<>(seenTokens(other().host)));
    long token = step.first();
    return List.of(
        new Transfer(
            "node" + token % TwoJoins.MEMBERS,
            new TreeMap<>(Map.of("ks", List.of(new TokenRange(token - 1, token))))));
  }

  private StreamSession stream(Transfer transfer) {
    int sender = Integer.parseInt(transfer.sender().substring(4));
    boolean fails = !world.network.up(sender) || !world.network.connectedBothWays(number, sender);
    long endMillis = world.time.nowMillis() + world.time.between(20, 400);
    return new StreamSession() {
      @Override
      public Status poll() {
        boolean over = world.time.nowMillis() >= endMillis;
        Outcome end = fails ? Outcome.FAILED : Outcome.SUCCEEDED;
        return new Status(over ? end : Outcome.RUNNING, over && fails ? "cut" : "", 0, 1);
      }

      @Override
      public void abort() {}
    };
  }

  /** A step may be switched only by the ring by which it was found who streams it. */
  @Override
  public void save(JoinRecord join) {
    SortedSet<Long> switched = new TreeSet<>(join.done());
    switched.removeAll(ownTokens());
    if (!switched.isEmpty() && !other().ownTokens().equals(ringOfStep.get(switched))) {
      throw new Violation(
          Violation.Kind.STALE_SOURCE,
          "%s switches %s, streamed by a ring in which the other one had %s; it has %s"
              .formatted(name(), switched, ringOfStep.get(switched), other().ownTokens()));
    }
    disk = join;
  }

  @Override
  public void forget() {
    disk = null;
  }

  @Override
  public void announce(Announcement announcement) {
    if (disk == null && world.mutant == Mutant.WITHDRAWAL_KEPT_TO_ITSELF) {
      return;
    }
    announced = Optional.of(announcement);
    say();
  }

  @Override
  public void announceNormal() {
    announced = Optional.empty();
    normal = true;
    say();
  }
}
