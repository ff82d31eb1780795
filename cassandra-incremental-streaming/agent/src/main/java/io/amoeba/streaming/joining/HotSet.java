package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.TokenRange;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What clients read most often in some token ranges, read here through the read-hints agent, when
 * this JVM has it. The two agents know each other by that MBean only. Stateless.
 */
final class HotSet {

  private static final Logger logger = LoggerFactory.getLogger(HotSet.class);

  private static final String BEAN = "io.amoeba:type=ReadHints";

  /** With more, the bean is asked for all that this node has or is about to have. */
  private static final int MOST_RANGES = 1_000;

  private final MBeanServer beans;
  private final ObjectName bean;

  HotSet() {
    this(ManagementFactory.getPlatformMBeanServer());
  }

  HotSet(MBeanServer beans) {
    this.beans = beans;
    try {
      bean = new ObjectName(BEAN);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether this JVM has the agent for read hints, and it runs. */
  boolean isThere() {
    return beans.isRegistered(bean);
  }

  /** Returns when all is read, or after the limit; throws nothing. */
  void pull(Collection<TokenRange> ranges, Duration limit) {
    if (ranges.isEmpty() || limit.toMillis() < 1) {
      return;
    }
    try {
      Object applied =
          beans.invoke(
              bean,
              "pullHotSetAndWait",
              new Object[] {limit.toMillis(), text(ranges)},
              new String[] {long.class.getName(), String.class.getName()});
      logger.info("Warmed up by {} reads of the peers' hot set", applied);
    } catch (JMException | RuntimeException e) {
      logger.warn("The peers' hot set was not pulled; the join continues without it", e);
    }
  }

  /** As the bean wants it; tables of several keyspaces have the same ranges. */
  static String text(Collection<TokenRange> ranges) {
    TreeSet<TokenRange> distinct =
        new TreeSet<>(
            Comparator.comparingLong(TokenRange::left).thenComparingLong(TokenRange::right));
    distinct.addAll(ranges);
    if (distinct.size() > MOST_RANGES) {
      return "";
    }
    return distinct.stream()
        .map(range -> range.left() + ":" + range.right())
        .collect(Collectors.joining(","));
  }
}
