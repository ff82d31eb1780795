package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;
import io.amoeba.experiments.Values;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import javax.management.JMException;

/** Controls the read hints of the node beside it. Stateless. */
public final class HintsProbe {
  /** How the start of each phase is printed; {@code capturing} is 1 or 0. */
  public static final JsonLines<Values> CAPTURE = new JsonLines<>("capture", Values.class);

  /** How a pull is printed: {@code received} keys, {@code applied} replays, {@code seconds}. */
  public static final JsonLines<Values> PULLED = new JsonLines<>("pulled", Values.class);

  static final String BEAN = "io.amoeba:type=ReadHints";

  private static final long POLL_MILLIS = 200;
  private static final Duration PULL_LIMIT = Duration.ofMinutes(3);
  private static final double NANOS_PER_SECOND = 1e9;

  /** All replays are done after so long without one. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private HintsProbe() {}

  /** The node pulls the hot set of its peers; waits until the replays are done. */
  static void pull(PrintWriter out) throws IOException, JMException, InterruptedException {
    try (NodeBeans node = NodeBeans.connect()) {
      long start = System.nanoTime();
      Map<String, Long> before = node.numbers(BEAN, "Counters");
      node.call(BEAN, "pullHotSet");
      Values last = progress(before, before, 0);
      long silent = start;
      while (System.nanoTime() - start < PULL_LIMIT.toNanos()
          && System.nanoTime() - silent < SILENCE.toNanos()) {
        Thread.sleep(POLL_MILLIS);
        Values now = progress(before, node.numbers(BEAN, "Counters"), System.nanoTime() - start);
        if (now.get("applied") != last.get("applied")
            || now.get("received") != last.get("received")) {
          last = now;
          silent = System.nanoTime();
        }
      }
      PULLED.print(out, last);
    }
  }

  private static Values progress(Map<String, Long> before, Map<String, Long> now, long nanos) {
    return new Values(
        Map.of(
            "received", (double) grown("hot_set_received", before, now),
            "applied", (double) grown("applied", before, now),
            "seconds", nanos / NANOS_PER_SECOND));
  }

  private static long grown(String name, Map<String, Long> before, Map<String, Long> now) {
    return now.getOrDefault(name, 0L) - before.getOrDefault(name, 0L);
  }

  /** The node still receives read hints, but applies none. */
  static void restReplays() throws IOException, JMException {
    try (NodeBeans node = NodeBeans.connect()) {
      node.set(BEAN, "ApplyPercent", 0);
    }
  }

  /**
   * Capturing is off and on in turn, first and last off; it stays on at the end.
   *
   * @param pairs how often it is on
   */
  static void switchCapture(int pairs, Duration phase, int intervalMillis, PrintWriter out)
      throws IOException, JMException, InterruptedException {
    try (NodeBeans node = NodeBeans.connect()) {
      node.set(BEAN, "IntervalMillis", intervalMillis);
      try {
        for (int turn = 0; turn <= 2 * pairs; turn++) {
          capture(node, turn % 2, out);
          Thread.sleep(phase.toMillis());
        }
      } finally {
        capture(node, 1, out);
      }
    }
  }

  private static void capture(NodeBeans node, int on, PrintWriter out)
      throws IOException, JMException {
    node.set(BEAN, "Capturing", on == 1);
    CAPTURE.print(out, Values.at(Values.nowSeconds(), Map.of("capturing", on)));
  }
}
