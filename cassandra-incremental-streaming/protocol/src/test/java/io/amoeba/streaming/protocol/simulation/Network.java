package io.amoeba.streaming.protocol.simulation;

/** Links with delays, losses and cuts; nodes that are up, paused or down. */
final class Network {

  private final Timeline time;
  private final int nodes;
  private final boolean[] up;
  private final long[] incarnation;
  private final long[] pausedUntil;
  private final long[][] cutUntil;
  private double loss;

  Network(Timeline time, int nodes, double loss) {
    this.time = time;
    this.nodes = nodes;
    this.loss = loss;
    up = new boolean[nodes];
    incarnation = new long[nodes];
    pausedUntil = new long[nodes];
    cutUntil = new long[nodes][nodes];
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
    cutUntil[node][other] = time.nowMillis() + millis;
    cutUntil[other][node] = time.nowMillis() + millis;
  }

  void isolate(int node, long millis) {
    for (int other = 0; other < nodes; other++) {
      cut(node, other, millis);
    }
  }

  void heal() {
    loss = 0;
    for (int node = 0; node < nodes; node++) {
      isolate(node, 0);
      pausedUntil[node] = 0;
    }
  }

  boolean connected(int from, int to) {
    return from == to || cutUntil[from][to] <= time.nowMillis();
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
   * Arrives if the link is not cut now, nothing is lost, and the receiver lives when it arrives.
   */
  void send(int from, int to, long delayMillis, Runnable arrival) {
    if (!connected(from, to) || (from != to && time.chance(loss))) {
      return;
    }
    time.after(
        from == to ? 0 : delayMillis,
        () -> {
          if (up[to]) {
            on(to, 0, arrival);
          }
        });
  }
}
