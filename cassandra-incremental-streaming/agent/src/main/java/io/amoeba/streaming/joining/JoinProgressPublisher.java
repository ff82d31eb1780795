package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.join.JoinRecord;
import io.amoeba.streaming.protocol.pace.PaceReport;
import io.amoeba.streaming.protocol.progress.JoinProgressReport;
import io.amoeba.streaming.ring.Rings;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the progress of this node's join: in its log, and in gossip for the tables of all
 * members. Confined to the join's thread, except for {@link #estimate}.
 */
final class JoinProgressPublisher {

  private static final Logger logger = LoggerFactory.getLogger(JoinProgressPublisher.class);

  private final JoinProgressEstimator estimator =
      new JoinProgressEstimator(new RingTransfers(Rings.self()), JoinDrivers.CLOCK);
  private final Supplier<Optional<JoinRecord>> record;
  private final Consumer<Optional<JoinProgressReport>> gossip;
  private final Supplier<PaceReport> senders;
  private final JoinProgressLog log = new JoinProgressLog();
  private final Pace pace = new Pace();
  private volatile Estimate estimate = Estimate.UNKNOWN;
  private boolean failed;

  JoinProgressPublisher(
      Supplier<Optional<JoinRecord>> record,
      Consumer<Optional<JoinProgressReport>> gossip,
      Supplier<PaceReport> senders) {
    this.record = record;
    this.gossip = gossip;
    this.senders = senders;
  }

  /** After each tick. */
  void publish(JoinProgress progress) {
    record.get().ifPresent(join -> publish(progress, join));
    log.follow(progress, estimate, senders.get());
  }

  private void publish(JoinProgress progress, JoinRecord join) {
    try {
      estimate = estimator.observe(progress, join);
      JoinProgressReport report = JoinProgressReport.of(join.plan(), progress, estimate);
      if (pace.isDue(report, System.nanoTime())) {
        gossip.accept(Optional.of(report));
      }
    } catch (RuntimeException e) {
      // The join must not fail because of its reports.
      if (!failed) {
        logger.warn("This node's join continues, but the members do not receive its progress", e);
      }
      failed = true;
    }
  }

  /** The join is interrupted, and will be retried. */
  void failed(RuntimeException e) {
    log.failed(e);
  }

  /** After the last tick. */
  void over(JoinProgress progress) {
    log.follow(progress, estimate, senders.get());
    gossip.accept(Optional.empty());
  }

  Estimate estimate() {
    return estimate;
  }

  /** Limits how often progress is gossiped, since every report reaches every node. */
  static final class Pace {

    private static final long CHANGE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BYTES_NANOS = TimeUnit.SECONDS.toNanos(5);

    private @Nullable JoinProgressReport last;
    private long lastNanos;

    /** Whether this report is gossiped now; then it is the last one. */
    boolean isDue(JoinProgressReport next, long nowNanos) {
      JoinProgressReport before = last;
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
}
