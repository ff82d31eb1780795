package io.amoeba.streaming.protocol.simulation;

import java.util.Arrays;

/**
 * Links with delays, losses and cuts, each direction on its own; nodes that are up, paused or down.
 */
final class Network {

  /** That a link is troubled, or cut, until the end of the schedule. */
  static final long FOR_GOOD = Long.MAX_VALUE;

  private static final double MOST = 0.7;
  private static final long LATE_MILLIS = 1500;

  /** What a link does to messages of one direction. */
  enum Trouble {
    LOSING,
    DOUBLING,
    REORDERING
  }

  private final Timeline time;
  private final int nodes;
  private final boolean[] up;
  private final long[] incarnation;
  private final long[] pausedUntil;
  private final long[][] cutUntil;
  private final long[][][] troubledUntil;
  private double loss;

  Network(Timeline time, int nodes, double loss) {
    this.time = time;
    this.nodes = nodes;
    this.loss = loss;
    up = new boolean[nodes];
    incarnation = new long[nodes];
    pausedUntil = new long[nodes];
    cutUntil = new long[nodes][nodes];
    troubledUntil = new long[Trouble.values().length][nodes][nodes];
  }

  boolean up(int node) {
    return up[node];
  }

  /** Differs between any two lives of a process. */
  long incarnation(int node) {
    return incarnation[node];
  }

  void started(int node) {
    up[node] = true;
    incarnation[node]++;
  }

  void killed(int node) {
    up[node] = false;
    incarnation[node]++;
    pausedUntil[node] = 0;
  }

  void pause(int node, long millis) {
    pausedUntil[node] = Math.max(pausedUntil[node], time.nowMillis() + millis);
  }

  void cut(int node, int other, long millis) {
    cutOneWay(node, other, millis);
    cutOneWay(other, node, millis);
  }

  /** What one node says does not reach another one. */
  void cutOneWay(int from, int to, long millis) {
    set(cutUntil, from, to, millis);
  }

  void trouble(Trouble trouble, int from, int to, long millis) {
    set(troubledUntil[trouble.ordinal()], from, to, millis);
  }

  private void set(long[][] until, int from, int to, long millis) {
    if (until[from][to] != FOR_GOOD) {
      until[from][to] = millis == FOR_GOOD ? FOR_GOOD : time.nowMillis() + millis;
    }
  }

  void isolate(int node, long millis) {
    silence(node, millis);
    deafen(node, millis);
  }

  /** Nobody hears the node. */
  void silence(int node, long millis) {
    for (int other = 0; other < nodes; other++) {
      cutOneWay(node, other, millis);
    }
  }

  /** The node hears nobody. */
  void deafen(int node, long millis) {
    for (int other = 0; other < nodes; other++) {
      cutOneWay(other, node, millis);
    }
  }

  /** Everything that is not for good. */
  void heal() {
    loss = 0;
    Arrays.fill(pausedUntil, 0);
    heal(cutUntil);
    for (long[][] until : troubledUntil) {
      heal(until);
    }
  }

  private static void heal(long[][] until) {
    for (long[] links : until) {
      Arrays.setAll(links, to -> links[to] == FOR_GOOD ? FOR_GOOD : 0);
    }
  }

  boolean connected(int from, int to) {
    return from == to || cutUntil[from][to] <= time.nowMillis();
  }

  /** As TCP needs it. */
  boolean connectedBothWays(int node, int other) {
    return connected(node, other) && connected(other, node);
  }

  private boolean troubled(Trouble trouble, int from, int to) {
    return from != to && troubledUntil[trouble.ordinal()][from][to] > time.nowMillis();
  }

  /** Runs in this life of the process, after its pauses; never if it dies before. */
  void on(int node, long delayMillis, Runnable action) {
    later(node, incarnation[node], delayMillis, action);
  }

  private void later(int node, long life, long delayMillis, Runnable action) {
    time.after(
        delayMillis,
        () -> {
          if (incarnation[node] != life) {
            return;
          }
          long pause = pausedUntil[node] - time.nowMillis();
          if (pause > 0) {
            later(node, life, pause, action);
          } else {
            action.run();
          }
        });
  }

  /**
   * Arrives if the link is not cut now, nothing is lost, and the receiver lives when it arrives;
   * twice, if the link doubles messages.
   */
  void send(int from, int to, long delayMillis, Runnable arrival) {
    sendOnce(from, to, delayMillis, arrival);
    if (troubled(Trouble.DOUBLING, from, to) && time.chance(MOST)) {
      sendOnce(from, to, delayMillis + time.between(1, LATE_MILLIS), arrival);
    }
  }

  /**
   * As {@link #send}, at most once. Cassandra repeats no message by itself, and TCP delivers none
   * twice: that is needed where the second one would do something else than the first.
   */
  void sendOnce(int from, int to, long delayMillis, Runnable arrival) {
    if (!connected(from, to) || (from != to && time.chance(loss))) {
      return;
    }
    if (troubled(Trouble.LOSING, from, to) && time.chance(MOST)) {
      return;
    }
    long later = troubled(Trouble.REORDERING, from, to) ? time.between(0, LATE_MILLIS) : 0;
    time.after(
        from == to ? 0 : delayMillis + later,
        () -> {
          if (up[to]) {
            on(to, 0, arrival);
          }
        });
  }
}
