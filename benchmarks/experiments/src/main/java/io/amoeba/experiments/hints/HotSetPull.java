package io.amoeba.experiments.hints;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.cassandra.NodeBeans;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Map;
import javax.management.JMException;

/**
 * Lets the Cassandra node that has this machine's (or container's) network identity pull the hot
 * set of its peers; waits until the replays are done. Confined to one thread.
 */
final class HotSetPull {
  static final String BEAN = "io.amoeba:type=ReadHints";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long POLL_MILLIS = 200;

  /** So long without a replay: all are done. */
  private static final Duration SILENCE = Duration.ofSeconds(3);

  private final Duration limit;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param limit how long the replays are waited for at most
   * @param out gets the line
   */
  public HotSetPull(Duration limit, PrintWriter out) {
    this.limit = limit;
    this.out = out;
  }

  /** Runs it. */
  public void run() throws IOException, JMException, InterruptedException {
    try (NodeBeans node = NodeBeans.connect()) {
      long began = System.nanoTime();
      Progress before = Progress.of(node, 0);
      node.call(BEAN, "pullHotSet");
      Progress last = before;
      while (System.nanoTime() - began < limit.toNanos()
          && System.nanoTime() - began - last.afterNanos < SILENCE.toNanos()) {
        Thread.sleep(POLL_MILLIS);
        Progress now = Progress.of(node, System.nanoTime() - began);
        last = now.applied == last.applied && now.received == last.received ? last : now;
      }
      tell(before, last);
    }
  }

  private void tell(Progress before, Progress last) throws JsonProcessingException {
    out.println(
        PulledHotSet.LINE
            + JSON.writeValueAsString(
                new PulledHotSet(
                    last.received - before.received,
                    last.applied - before.applied,
                    (double) last.afterNanos / Duration.ofSeconds(1).toNanos())));
    out.flush();
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
