package io.amoeba.linearroad.report;

import io.amoeba.linearroad.run.RunView;
import io.amoeba.report.Numbers;
import java.net.URI;
import java.util.function.Consumer;

/** Shows a run that is one of many: a line now and then. Confined to the thread of the run. */
public final class ProgressLines implements RunView {
  private static final double SECONDS_BETWEEN_LINES = 5;

  private final Consumer<String> lines;
  private double nextSeconds;

  /** Gives its lines to whoever shows all runs. */
  public ProgressLines(Consumer<String> lines) {
    this.lines = lines;
  }

  @Override
  public void started(String name, int done, int total) {
    lines.accept("[%d/%d] %s".formatted(done, total, name));
  }

  @Override
  public void running(URI page) {
    lines.accept("Coordinator: " + page);
  }

  @Override
  public void status(LiveStatus status) {
    if (status.elapsedSeconds() >= nextSeconds) {
      nextSeconds = status.elapsedSeconds() + SECONDS_BETWEEN_LINES;
      lines.accept(
          "%3.0f s: %s position reports/s, %s local, %s"
              .formatted(
                  status.elapsedSeconds(),
                  Numbers.whole(status.recordsPerSecond()),
                  Numbers.percent(status.localHitRate()),
                  status.phase()));
    }
  }

  @Override
  public void event(String text) {
    lines.accept("-- " + text);
  }
}
