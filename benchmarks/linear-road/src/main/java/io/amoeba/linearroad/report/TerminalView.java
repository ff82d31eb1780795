package io.amoeba.linearroad.report;

import io.amoeba.coordinator.cli.PrintableWriter;
import io.amoeba.linearroad.run.RunView;
import io.amoeba.report.Numbers;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Shows a run on the terminal: a status line that is updated in place, or one line after the other
 * where output is redirected. Safe for concurrent use.
 */
public final class TerminalView implements RunView, AutoCloseable {
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final String HEADER =
      String.format(
          Locale.ROOT,
          "%8s %10s %12s %10s %10s %10s  %-10s %6s",
          "time",
          "simulated",
          "reports/s",
          "local",
          "p50 us",
          "p99 us",
          "alignment",
          "epoch");

  private static final int PLAIN_EVERY = 2;

  private final PrintWriter out;
  private final boolean terminal;
  private boolean headerShown;
  private boolean lineOpen;
  private int statusCount;

  /**
   * Writes to a stream.
   *
   * @param terminal whether the status line can be updated in place
   */
  public TerminalView(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  @Override
  public synchronized void status(LiveStatus status) {
    if (!terminal && statusCount++ % PLAIN_EVERY != 0) {
      return;
    }
    if (!headerShown) {
      headerShown = true;
      line(HEADER);
    }
    String text =
        String.format(
            Locale.ROOT,
            "%7.0fs %9ds %12s %10s %10s %10s  %-10s %6d",
            status.elapsedSeconds(),
            status.simulatedSecond() + 1,
            Numbers.whole(status.recordsPerSecond()),
            Numbers.percent(status.localHitRate()),
            Numbers.whole(status.tollLatencyP50Micros()),
            Numbers.whole(status.tollLatencyP99Micros()),
            status.phase(),
            status.epoch());
    if (terminal) {
      PrintableWriter.control(out, CLEAR_LINE);
      out.print(text);
      out.flush();
      lineOpen = true;
    } else {
      line(text);
    }
  }

  @Override
  public synchronized void line(String text) {
    close();
    out.println(text);
    out.flush();
  }

  @Override
  public synchronized void close() {
    if (lineOpen) {
      out.println();
      lineOpen = false;
    }
  }
}
