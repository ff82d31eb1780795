package io.amoeba.experiments.probe;

import io.amoeba.experiments.JsonLines;
import io.amoeba.experiments.Values;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;
import javax.management.JMException;

/** Samples a node periodically, and prints every sample. Stateless. */
final class NodeWatch {
  private static final long RETRY_MILLIS = 500;

  private NodeWatch() {}

  /** Reads a node's MBeans; one instance for each connection. */
  interface Sampler<T> {
    T sample(NodeBeans node, double atSeconds) throws JMException, IOException;
  }

  /** Runs until it is interrupted; the node need not run yet. */
  static <T> void run(
      JsonLines<T> lines, Supplier<Sampler<T>> samplers, Duration period, PrintWriter out)
      throws InterruptedException, JMException {
    while (true) {
      try (NodeBeans node = NodeBeans.connect()) {
        Sampler<T> sampler = samplers.get();
        while (true) {
          lines.print(out, sampler.sample(node, Values.nowSeconds()));
          pause(period);
        }
      } catch (IOException | SecurityException e) {
        // The node does not listen yet, or no longer.
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  /** Until the next multiple of a period. */
  static void pause(Duration period) throws InterruptedException {
    long millis = period.toMillis();
    Thread.sleep(millis - System.currentTimeMillis() % millis);
  }
}
