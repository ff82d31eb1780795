package io.amoeba.streaming.joining;

import io.amoeba.agentkit.beans.HotSetBean;
import io.amoeba.streaming.protocol.join.TokenRange;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What clients read most often in some token ranges. Stateless. */
final class HotSet {

  /** With more, the bean is asked for all that this node has or is about to have. */
  private static final int MOST_RANGES = 1_000;

  private final HotSetBean bean;

  HotSet() {
    this(HotSetBean.ofThisProcess());
  }

  HotSet(HotSetBean bean) {
    this.bean = bean;
  }

  /** Whether this JVM has the agent for read hints, and it runs. */
  boolean isThere() {
    return bean.isThere();
  }

  /** Returns when all is read, or after the limit; throws nothing. */
  void pull(Collection<TokenRange> ranges, Duration limit) {
    if (!ranges.isEmpty() && limit.toMillis() >= 1) {
      bean.pull(limit, text(ranges), "the join continues without it");
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
