package io.amoeba.experiments.hints;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.cassandra.NodeBeans;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import javax.management.JMException;

/**
 * Switches the capturing of reads off and on in turn, on the Cassandra node that has this machine's
 * (or container's) network identity; begins and ends with a time off, and leaves it on, as it was.
 * Confined to one thread.
 */
final class CaptureSwitching {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double MILLIS_PER_SECOND = 1_000;

  private final CaptureTurns turns;
  private final int intervalMillis;
  private final Clock clock;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param intervalMillis between two batches, from now on
   * @param out gets a line for each switch
   */
  public CaptureSwitching(CaptureTurns turns, int intervalMillis, Clock clock, PrintWriter out) {
    this.turns = turns;
    this.intervalMillis = intervalMillis;
    this.clock = clock;
    this.out = out;
  }

  /** Runs it. */
  public void run() throws IOException, JMException, InterruptedException {
    try (NodeBeans node = NodeBeans.connect()) {
      node.set(HotSetPull.BEAN, "IntervalMillis", intervalMillis);
      try {
        for (int pair = 0; pair < turns.pairs(); pair++) {
          capture(node, false);
          Thread.sleep(turns.phase().toMillis());
          capture(node, true);
          Thread.sleep(turns.phase().toMillis());
        }
        capture(node, false);
        Thread.sleep(turns.phase().toMillis());
      } finally {
        capture(node, true);
      }
    }
  }

  private void capture(NodeBeans node, boolean on) throws IOException, JMException {
    node.set(HotSetPull.BEAN, "Capturing", on);
    out.println(
        CaptureSwitch.LINE
            + JSON.writeValueAsString(new CaptureSwitch(clock.millis() / MILLIS_PER_SECOND, on)));
    out.flush();
  }
}
