package io.amoeba.experiments.probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import javax.management.JMException;

/** Lets a node pull the hot set of its peers; waits until the replays are done. Stateless. */
final class HotSetPull {
  static final String BEAN = "io.amoeba:type=ReadHints";
  private static final long POLL_MILLIS = 200;

  /** How long the replays are waited for at most. */
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** So long without a replay: all are done. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private HotSetPull() {}

  static void run(PrintWriter out) throws IOException, JMException, InterruptedException {
    try (NodeBeans node = NodeBeans.connect()) {
      long began = System.nanoTime();
      Progress before = Progress.of(node, 0);
      node.call(BEAN, "pullHotSet");
      Progress last = before;
      while (System.nanoTime() - began < LIMIT.toNanos()
          && System.nanoTime() - began - last.afterNanos < SILENCE.toNanos()) {
        Thread.sleep(POLL_MILLIS);
        Progress now = Progress.of(node, System.nanoTime() - began);
        last = now.applied == last.applied && now.received == last.received ? last : now;
      }
      PulledHotSet.LINES.print(
          out,
          new PulledHotSet(
              last.received - before.received,
              last.applied - before.applied,
              (double) last.afterNanos / Duration.ofSeconds(1).toNanos()));
    }
  }

  private record Progress(long received, long applied, long afterNanos) {
    static Progress of(NodeBeans node, long afterNanos) throws JMException, IOException {
      Map<String, Long> counters = node.numbers(BEAN, "Counters");
      return new Progress(
          counters.getOrDefault("hot_set_received", 0L),
          counters.getOrDefault("applied", 0L),
          afterNanos);
    }
  }
}
