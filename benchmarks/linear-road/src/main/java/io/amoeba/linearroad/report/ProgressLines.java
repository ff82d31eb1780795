package io.amoeba.linearroad.report;

import io.amoeba.linearroad.run.RunView;
import io.amoeba.report.Numbers;
import java.util.function.Consumer;

/** Shows one run of several: a line every five seconds. Safe for concurrent use. */
public final class ProgressLines implements RunView {
  private static final double SECONDS_BETWEEN_LINES = 5;

  private final Consumer<String> lines;
  private double nextSeconds;

  /** Passes its lines on to the view of all runs. */
  public ProgressLines(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public synchronized void line(String text) {
    lines.accept(text);
  }

  @Override
  public synchronized void status(LiveStatus status) {
    if (status.elapsedSeconds() >= nextSeconds) {
      nextSeconds = status.elapsedSeconds() + SECONDS_BETWEEN_LINES;
      line(
          "%3.0f s: %s position reports/s, %s local, %s"
              .formatted(
                  status.elapsedSeconds(),
                  Numbers.whole(status.recordsPerSecond()),
                  Numbers.percent(status.localHitRate()),
                  status.phase()));
    }
  }
}
