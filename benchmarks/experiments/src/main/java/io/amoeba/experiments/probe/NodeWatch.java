package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;
import javax.management.JMException;

/** Asks a node about itself again and again, and prints every answer. Stateless. */
final class NodeWatch {
  private static final long RETRY_MILLIS = 500;
  private static final double MILLIS_PER_SECOND = 1_000;

  private NodeWatch() {}

  /** What is asked; made anew for each connection. */
  interface Questions<T> {
    /**
     * An answer.
     *
     * @param atSeconds since 1970
     */
    T ask(NodeBeans node, double atSeconds) throws JMException, IOException;
  }

  /**
   * Runs until it is interrupted; the node need not run yet.
   *
   * @param period between two answers
   */
  static <T> void run(
      JsonLines<T> lines, Supplier<Questions<T>> questions, Duration period, PrintWriter out)
      throws InterruptedException, JMException {
    while (true) {
      try (NodeBeans node = NodeBeans.connect()) {
        Questions<T> asked = questions.get();
        while (true) {
          lines.print(out, asked.ask(node, now()));
          pause(period);
        }
      } catch (IOException | SecurityException e) {
        // The node does not listen yet, or no longer.
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  /** In seconds since 1970. */
  static double now() {
    return System.currentTimeMillis() / MILLIS_PER_SECOND;
  }

  /** Until the next multiple of a period. */
  static void pause(Duration period) throws InterruptedException {
    long millis = period.toMillis();
    Thread.sleep(millis - System.currentTimeMillis() % millis);
  }
}
