package io.amoeba.streaming.member;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other nodes have gossiped and this member does not believe. Each node is named once for each
 * reason that differs from its last one; a node that has much to say fills no log. Safe for
 * concurrent use.
 */
final class Refusals {

  private static final Logger logger = LoggerFactory.getLogger(Refusals.class);

  /** Of nodes that are remembered. */
  private static final int MOST = 100;

  /** Of one node; then its refusals are only counted. */
  private static final int MOST_WARNINGS = 20;

  private record Warned(String reason, int times) {}

  private final AtomicLong count = new AtomicLong();
  private final Map<InetAddressAndPort, Warned> last = new LinkedHashMap<>();

  /**
   * Counts, and warns of news.
   *
   * @param reason without raw text of the other node
   */
  void refused(InetAddressAndPort endpoint, String reason) {
    count.incrementAndGet();
    if (isNews(endpoint, reason)) {
      logger.warn("What {} gossips of joins is refused: {}", endpoint, reason);
    }
  }

  /** Whether it is to be logged. */
  synchronized boolean isNews(InetAddressAndPort endpoint, String reason) {
    Warned before = last.getOrDefault(endpoint, new Warned("", 0));
    boolean room = last.containsKey(endpoint) || last.size() < MOST;
    if (!room || before.times() >= MOST_WARNINGS || before.reason().equals(reason)) {
      return false;
    }
    last.put(endpoint, new Warned(reason, before.times() + 1));
    return true;
  }

  long count() {
    return count.get();
  }
}
