package io.amoeba.streaming.joiner;

import io.amoeba.streaming.protocol.report.JoinReport;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How often a join is reported: gossip carries each report to every node. One thread. */
final class ReportPace {

  private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long BYTES_NANOS = TimeUnit.SECONDS.toNanos(5);

  private @Nullable JoinReport last;
  private long lastNanos;

  /** Whether this report is said now; then it is the last one. */
  boolean isDue(JoinReport next, long nowNanos) {
    JoinReport before = last;
    boolean due =
        before == null
            || (!next.equals(before)
                && nowNanos - lastNanos
                    >= (next.saysTheSameBesideBytes(before) ? BYTES_NANOS : CHANGE_NANOS));
    if (due) {
      last = next;
      lastNanos = nowNanos;
    }
    return due;
  }
}
