package io.amoeba.streaming.joining;

import io.amoeba.streaming.protocol.join.JoinPhase;
import io.amoeba.streaming.protocol.join.JoinProgress;
import io.amoeba.streaming.protocol.join.JoinProgressEstimator.Estimate;
import io.amoeba.streaming.protocol.pace.PaceReport;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log lines of a join: one when something changes, and one every half minute while it waits. One
 * thread.
 */
final class JoinProgressLog {

  private static final Logger logger = LoggerFactory.getLogger(JoinProgressLog.class);

  private static final long REPEAT_NANOS = 30_000_000_000L;

  private String last = "";
  private long lastNanos;
  private String lastAhead = "";

  void follow(JoinProgress progress, Estimate estimate, PaceReport pace) {
    String state = line(progress.step(), progress.steps(), progress.epoch(), progress.phase());
    say(state + progress.senders(), state + detail(progress, estimate, pace));
    progress.ahead().ifPresent(ahead -> follow(ahead, progress));
  }

  private void follow(JoinProgress.Ahead ahead, JoinProgress progress) {
    String state = line(ahead.step(), progress.steps(), progress.epoch(), ahead.phase());
    if (!state.equals(lastAhead)) {
      logger.info(
          "Incremental join: {}; ahead of step {}; {} of {} bytes from {}",
          state,
          progress.step(),
          ahead.bytesDone(),
          ahead.bytesTotal(),
          ahead.senders());
      lastAhead = state;
    }
  }

  private static String line(int step, int steps, long epoch, JoinPhase phase) {
    return String.format("step %d of %d, epoch %d: %s", step, steps, epoch, phase);
  }

  static String detail(JoinProgress progress, Estimate estimate, PaceReport pace) {
    return String.format(
        "; %d of %d tokens done; step %d of %d bytes; join %s%s%s%s; %s",
        progress.tokensDone(),
        progress.tokensTotal(),
        progress.bytesDone(),
        progress.bytesTotal(),
        estimate,
        progress.missing().isEmpty() ? "" : "; waits for " + progress.missing(),
        progress.senders().isEmpty() ? "" : "; from " + progress.senders(),
        progress.reason().isEmpty() ? "" : "; " + progress.reason(),
        pace);
  }

  void failed(RuntimeException e) {
    String text = "This node's join is interrupted and will be retried: " + e;
    if (!Objects.equals(last, text)) {
      logger.error(text, e);
      last = text;
    }
  }

  private void say(String key, String text) {
    long now = System.nanoTime();
    if (!key.equals(last) || now - lastNanos > REPEAT_NANOS) {
      logger.info("Incremental join: {}", text);
      last = key;
      lastNanos = now;
    }
  }
}
