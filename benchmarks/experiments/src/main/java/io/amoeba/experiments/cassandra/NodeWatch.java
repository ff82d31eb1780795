package io.amoeba.experiments.cassandra;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;
import javax.management.JMException;

/**
 * Asks the Cassandra node that has this machine's (or container's) network identity about itself
 * again and again, by JMX, until it is interrupted; tells every answer by a line. The node need not
 * run yet. Confined to one thread.
 */
public final class NodeWatch {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long RETRY_MILLIS = 500;
  private static final double MILLIS_PER_SECOND = 1_000;

  /** What is asked; made anew for each connection. */
  public interface Questions {
    /**
     * An answer, to be told as JSON.
     *
     * @param atSeconds since 1970
     */
    Object ask(NodeBeans node, double atSeconds) throws JMException, IOException;
  }

  private final String line;
  private final Supplier<Questions> questions;
  private final long periodMillis;
  private final Clock clock;
  private final PrintWriter out;

  /**
   * Prepares it.
   *
   * @param line what lines with an answer begin with
   * @param period between two answers
   * @param out gets the lines
   */
  public NodeWatch(
      String line, Supplier<Questions> questions, Duration period, Clock clock, PrintWriter out) {
    this.line = line;
    this.questions = questions;
    this.periodMillis = period.toMillis();
    this.clock = clock;
    this.out = out;
  }

  /** Runs it. */
  public void run() throws InterruptedException, JMException {
    while (true) {
      try (NodeBeans node = NodeBeans.connect()) {
        watch(node);
      } catch (IOException | SecurityException e) {
        // The node does not listen yet, or no longer.
        Thread.sleep(RETRY_MILLIS);
      }
    }
  }

  private void watch(NodeBeans node) throws InterruptedException, JMException, IOException {
    Questions asked = questions.get();
    while (true) {
      out.println(
          line + JSON.writeValueAsString(asked.ask(node, clock.millis() / MILLIS_PER_SECOND)));
      out.flush();
      Thread.sleep(periodMillis - clock.millis() % periodMillis);
    }
  }
}
