package io.amoeba.experiments.hints;

import io.amoeba.experiments.cassandra.NodeBeans;
import java.io.IOException;
import javax.management.JMException;

/**
 * Lets the Cassandra node that has this machine's (or container's) network identity apply no more
 * hints. Stateless.
 */
public final class RestReplays {

  private RestReplays() {}

  /** Tells it so; it goes on to receive them. */
  public static void run() throws IOException, JMException {
    try (NodeBeans node = NodeBeans.connect()) {
      node.set(HotSetPull.BEAN, "ApplyPercent", 0);
    }
  }
}
