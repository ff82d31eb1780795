package io.amoeba.streaming.protocol.simulation;

import io.amoeba.streaming.protocol.Acknowledgement;
import io.amoeba.streaming.protocol.Announcement;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What every node of {@link TwoJoins} knows of every other one, and the rounds of gossip. */
final class TwoJoinsGossip {

  private static final long ROUND_MILLIS = 80;
  private static final long LATE_MILLIS = 1500;

  /**
   * What a node says of itself.
   *
   * @param announcement of its own join, while it joins
   * @param normal whether it is an ordinary node, and has joined before
   * @param acknowledged of others' joins, by host
   */
  record Told(
      UUID host,
      Optional<Announcement> announcement,
      boolean normal,
      SortedMap<UUID, Acknowledgement> acknowledged) {}

  /** A node's part of it. */
  interface Listener {

    void heard(int of, Told told);

    void round();
  }

  private final Timeline time;
  private final Network network;
  private final Listener[] listeners;
  private final @Nullable GossipState[][] heard;
  private final long[] version;

  /** Generations up to these are forgotten, and stay so. */
  private final long[] forgotten;

  TwoJoinsGossip(Timeline time, Network network, int nodes) {
    this.time = time;
    this.network = network;
    listeners = new Listener[nodes];
    heard = new @Nullable GossipState[nodes][nodes];
    version = new long[nodes];
    forgotten = new long[nodes];
  }

  /** A process starts with an empty table but for itself. */
  void start(int node, long generation, Told told, Listener listener) {
    listeners[node] = listener;
    heard[node] = new @Nullable GossipState[heard.length];
    heard[node][node] = new GossipState(generation, ++version[node], told);
    network.on(node, time.between(1, ROUND_MILLIS), () -> round(node));
  }

  void say(int node, Told told) {
    GossipState own = heard[node][node];
    if (own != null) {
      heard[node][node] = new GossipState(own.generation(), ++version[node], told);
    }
  }

  @Nullable Told told(int node, int of) {
    GossipState state = heard[node][of];
    return state == null ? null : (Told) state.content();
  }

  /** As Cassandra does it with a silent node that owns nothing. */
  void forget(int of, long generation) {
    forgotten[of] = generation;
    for (int node = 0; node < heard.length; node++) {
      heard[node][of] = node == of ? heard[node][of] : null;
    }
  }

  private void round(int node) {
    Told own = told(node, node);
    if (own != null) {
      say(node, own);
    }
    tell(node, (node + 1 + time.random.nextInt(heard.length - 1)) % heard.length, true);
    listeners[node].round();
    network.on(node, ROUND_MILLIS, () -> round(node));
  }

  private void tell(int from, int to, boolean answered) {
    @Nullable GossipState[] said = heard[from].clone();
    long delayMillis = time.chance(0.08) ? time.between(1, LATE_MILLIS) : time.between(1, 30);
    network.send(
        from,
        to,
        delayMillis,
        () -> {
          hear(to, said);
          if (answered && network.up(to)) {
            tell(to, from, false);
          }
        });
  }

  private void hear(int node, @Nullable GossipState[] said) {
    for (int of = 0; of < heard.length && network.up(node); of++) {
      GossipState state = said[of];
      if (of != node
          && state != null
          && state.generation() > forgotten[of]
          && state.newerThan(heard[node][of])) {
        heard[node][of] = state;
        listeners[node].heard(of, (Told) state.content());
      }
    }
  }
}
