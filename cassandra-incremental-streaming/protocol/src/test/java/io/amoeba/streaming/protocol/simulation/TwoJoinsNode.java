package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import io.amoeba.streaming.protocol.member.FollowedJoins;
import io.amoeba.streaming.protocol.member.HeldJoin;
import io.amoeba.streaming.protocol.member.HeldJoinCodec;
import io.amoeba.streaming.protocol.member.JoinFollower;
import io.amoeba.streaming.protocol.member.MemberRing;
import io.amoeba.streaming.protocol.simulation.TwoJoinsGossip.Told;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A node that follows others' joins, and may join itself. */
class TwoJoinsNode implements TwoJoinsGossip.Listener {

  static final long WRITE_TIMEOUT_MILLIS = 150;
  static final long READ_TIMEOUT_MILLIS = 200;
  private static final Duration GIVE_UP_AFTER = Duration.ofMillis(900);

  final TwoJoins world;
  final int number;
  final UUID host;

  // On disk.
  private final SortedMap<UUID, String> records = new TreeMap<>();
  private final SortedMap<UUID, SortedSet<Long>> finished = new TreeMap<>();
  long generation;

  // In memory.
  private final Map<UUID, SortedSet<Long>> seenTokens = new HashMap<>();
  private final Map<UUID, Long> heardMillis = new HashMap<>();
  private @Nullable FollowedJoins following;

  /** Of the own join. */
  Optional<Announcement> announced = Optional.empty();

  boolean normal = true;

  TwoJoinsNode(TwoJoins world, int number) {
    this.world = world;
    this.number = number;
    host = new UUID(world.time.random.nextLong(), world.time.random.nextLong());
  }

  String name() {
    return "node" + number;
  }

  boolean up() {
    return world.network.up(number);
  }

  void start() {
    world.network.started(number);
    generation++;
    seenTokens.clear();
    seenTokens.putAll(finished);
    heardMillis.clear();
    FollowedJoins joins =
        new FollowedJoins(of -> follower(of, HeldJoin.nothing(generation), generation));
    new TreeMap<>(records)
        .forEach(
            (of, record) ->
                joins.add(of, follower(of, HeldJoinCodec.decode(record), generation - 1)));
    following = joins;
    begin();
    world.gossip.start(number, generation, told(), this);
  }

  /** What is due before gossip. */
  void begin() {}

  private JoinFollower follower(UUID of, HeldJoin held, long previous) {
    return new JoinFollower(
        held,
        previous,
        generation,
        GIVE_UP_AFTER,
        new SeenRing(of),
        next -> records.put(of, HeldJoinCodec.encode(next)));
  }

  void kill() {
    world.network.killed(number);
  }

  /** Another host's tokens in this node's ring. */
  SortedSet<Long> seenTokens(UUID of) {
    return seenTokens.getOrDefault(of, Collections.emptySortedSet());
  }

  @Override
  public void heard(int of, Told told) {
    FollowedJoins joins = following;
    if (joins == null || told.host().equals(host)) {
      return;
    }
    heardMillis.put(told.host(), world.time.nowMillis());
    told.announcement().ifPresent(said -> joins.apply(told.host(), "node" + of, said));
    if (told.normal() && of >= TwoJoins.MEMBERS && !finished.containsKey(told.host())) {
      SortedSet<Long> all = world.joiner(of).allTokens();
      finished.put(told.host(), all);
      seenTokens.put(told.host(), all);
      joins.of(told.host()).ifPresent(JoinFollower::nodeFinished);
    }
    say();
  }

  @Override
  public void round() {
    FollowedJoins joins = following;
    if (joins != null) {
      joins.forEach(
          (of, follower) -> {
            long since =
                world.time.nowMillis()
                    - heardMillis.computeIfAbsent(of, first -> world.time.nowMillis());
            if (follower.silentFor(Duration.ofMillis(since))) {
              say();
            }
          });
    }
  }

  void say() {
    world.gossip.say(number, told());
  }

  private Told told() {
    SortedMap<UUID, Acknowledgement> acknowledged = new TreeMap<>();
    FollowedJoins joins = following;
    if (joins != null) {
      joins.forEach(
          (of, follower) ->
              follower
                  .acknowledgement(WRITE_TIMEOUT_MILLIS, READ_TIMEOUT_MILLIS)
                  .ifPresent(said -> acknowledged.put(of, said)));
    }
    return new Told(host, announced, normal, acknowledged);
  }

  /** Of one host; only its normal tokens matter here. */
  private final class SeenRing implements MemberRing {

    private final UUID of;

    SeenRing(UUID of) {
      this.of = of;
    }

    @Override
    public Optional<String> objection(String endpoint, Announcement announcement, boolean first) {
      return Optional.empty();
    }

    @Override
    public boolean move(String endpoint) {
      return true;
    }

    @Override
    public void keepWritingToLosingReplicas(Announcement announcement) {}

    @Override
    public void own(SortedSet<Long> done) {
      seenTokens.put(of, new TreeSet<>(done));
    }

    @Override
    public void hold(SortedSet<Long> pending) {}

    @Override
    public void release() {}
  }
}
