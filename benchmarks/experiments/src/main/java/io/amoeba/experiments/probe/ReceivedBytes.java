package io.amoeba.experiments.probe;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up what a node receives by streams. Cassandra's own counter grows when a file is complete
 * only, which may be the end of the join. Confined to one thread.
 */
final class ReceivedBytes {
  /**
   * A stream plan at one moment.
   *
   * @param current bytes received so far
   * @param total bytes when it is complete
   */
  record Plan(long current, long total) {}

  private final Map<String, Plan> running = new HashMap<>();
  private long ended;

  /**
   * Bytes until now. A plan that is not there any more is complete; of one whose total has become
   * less, a sender is complete and no longer listed.
   *
   * @param now the plans that are running, by their ids
   */
  long count(Map<String, Plan> now) {
    running.forEach((id, before) -> ended += ended(before, now.get(id)));
    running.clear();
    running.putAll(now);
    return ended + now.values().stream().mapToLong(Plan::current).sum();
  }

  private static long ended(Plan before, @Nullable Plan now) {
    if (now == null) {
      return before.total();
    }
    // What the sender had left to send since the last sample, at most, was not seen.
    return now.total() < before.total() ? before.total() - now.total() : 0;
  }
}
