package io.amoeba.handover;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;

/**
 * Slows a source subtask down to one record per pause, each by its own or all by the last pause.
 */
final class Pace extends RichMapFunction<Long, Long> {
  private static final long serialVersionUID = 1L;
  private final long[] pausesMicros;
  private transient long pauseNanos;
  private transient long nextNanos;

  Pace(long[] pausesMicros) {
    this.pausesMicros = pausesMicros;
  }

  @Override
  public void open(OpenContext context) {
    int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    pauseNanos = 1_000 * pausesMicros[Math.min(subtask, pausesMicros.length - 1)];
  }

  @Override
  public Long map(Long number) throws InterruptedException {
    long now = System.nanoTime();
    if (nextNanos == 0 || now - nextNanos > 100_000_000L) {
      nextNanos = now; // what was missed is not made up for
    }
    nextNanos += pauseNanos;
    long aheadMillis = (nextNanos - now) / 1_000_000;
    if (aheadMillis > 1) {
      Thread.sleep(aheadMillis);
    }
    return number;
  }
}
