package io.amoeba.hints.checks;

import io.amoeba.embedded.cassandra.CassandraNode;
import java.time.Duration;

/** The MBean of a node's hints, also while the node serves no clients. Stateless. */
final class HintBean {

  static final String NAME = "io.amoeba:type=ReadHints";

  /** What the node itself takes, beside what it is asked to wait. */
  private static final Duration MORE = Duration.ofMinutes(1);

  private HintBean() {}

  static long counter(CassandraNode node, String name) {
    return node.jmx().number(NAME, "Counters", name);
  }

  static Object call(CassandraNode node, String operation, Object... arguments) {
    return node.jmx().invoke(NAME, operation, arguments);
  }

  /** How many reads were applied; waits as long as the node does. */
  static long pullAndWait(CassandraNode node, long limitMillis, String ranges) {
    return (Long)
        node.jmx()
            .invokeWithin(
                Duration.ofMillis(limitMillis).plus(MORE),
                NAME,
                "pullHotSetAndWait",
                limitMillis,
                ranges);
  }
}
