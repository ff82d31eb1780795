package io.amoeba.streaming.protocol.join;

/** Pauses between attempts: each failure doubles the pause, up to the longest one. */
final class Backoff {

  private final long minMillis;
  private final long maxMillis;
  private int failures;
  private long notBeforeMillis = Long.MIN_VALUE;

  Backoff(JoinSettings settings) {
    minMillis = settings.retryMin().toMillis();
    maxMillis = settings.retryMax().toMillis();
  }

  void failed(long nowMillis) {
    long pauseMillis = Math.min(maxMillis, minMillis << Math.min(failures, 20));
    failures++;
    notBeforeMillis = nowMillis + pauseMillis;
  }

  boolean over(long nowMillis) {
    return nowMillis >= notBeforeMillis;
  }
}
