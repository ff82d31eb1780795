package io.amoeba.experiments.demo;

import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.JoinRow;
import io.amoeba.experiments.probe.NodeSample;
import io.amoeba.report.Numbers;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows a join by what the traffic, the joining node and a member's virtual table say. */
final class JoinShow extends Show {
  /** Begins the line that says when the joining node was started, in seconds since 1970. */
  private static final String STARTED = "started ";

  /** When nothing changes, a line now and then shows that all goes on. */
  private static final double QUIET_SECONDS = 5;

  /** Who says nothing for so long has ended. */
  private static final double SILENT_SECONDS = 20;

  private static final String HEADER =
      """
        second  joining node       reads it  operations  failed  amoeba_views.incremental_join of a member
                                   answered  per second          epoch  done  settling  pending  confirming
      """;

  private final Duration after;
  private final Duration limit;
  private final List<TrafficSecond> traffic = new ArrayList<>();
  private final List<NodeSample> joiner = new ArrayList<>();
  private final List<JoinRow> rows = new ArrayList<>();
  private double started = Double.NaN;
  private double normal = Double.NaN;
  private double now;
  private double shownAt = Double.NEGATIVE_INFINITY;
  private String shown = "";

  /**
   * Prepares it.
   *
   * @param after how long the node is shown as a full member
   * @param limit for the join
   */
  JoinShow(PrintWriter out, Duration after, Duration limit) {
    super(out, HEADER);
    this.after = after;
    this.limit = limit;
  }

  @Override
  Optional<Story> read(String line) {
    if (line.startsWith(STARTED)) {
      started = Double.parseDouble(line.substring(STARTED.length()));
    }
    TrafficSecond.LINES.parse(line).ifPresent(second -> add(traffic, second, second.second() + 1));
    NodeSample.LINES.parse(line).ifPresent(sample -> add(joiner, sample, sample.atSeconds()));
    JoinRow.LINES.parse(line).ifPresent(row -> add(rows, row, row.atSeconds()));
    if (Double.isNaN(normal) && !joiner.isEmpty() && last(joiner).joined()) {
      normal = last(joiner).atSeconds();
    }
    if (now > normal + after.toSeconds()) {
      return Optional.of(new JoinStory(started, traffic, joiner, rows).told());
    }
    checkJoiner();
    show();
    return Optional.empty();
  }

  private <T> void add(List<T> all, T seen, double atSeconds) {
    all.add(seen);
    now = Math.max(now, atSeconds);
  }

  private void checkJoiner() {
    if (!joiner.isEmpty() && last(joiner).hasFailed()) {
      throw new IllegalStateException("The node gave up joining");
    }
    if (!joiner.isEmpty() && now > last(joiner).atSeconds() + SILENT_SECONDS) {
      throw new IllegalStateException("The node does not answer any more");
    }
    if (Double.isNaN(normal) && now > started + limit.toSeconds()) {
      throw new IllegalStateException(
          "The node is no full member after %d s".formatted(limit.toSeconds()));
    }
  }

  private void show() {
    // What happened before was logged before: only what comes now is worth a line.
    if (Double.isNaN(started) || now < started || traffic.isEmpty() || rows.isEmpty()) {
      return;
    }
    String mode = joiner.isEmpty() ? "its JVM starts" : last(joiner).mode();
    String columns = columns(last(rows));
    if ((mode + columns).equals(shown) && now < shownAt + QUIET_SECONDS) {
      return;
    }
    shownAt = now;
    shown = mode + columns;
    print(
        "  %6.0f  %-15s  %9s  %,10d  %6d  %s%n",
        now - started,
        mode,
        joiner.isEmpty() ? "" : Numbers.whole(last(joiner).reads()),
        last(traffic).operations(),
        last(traffic).failed(),
        columns);
  }

  private static String columns(JoinRow row) {
    return row.endpoint().isEmpty()
        ? "(no row)"
        : "%5d  %4d  %8d  %7d  %10d"
            .formatted(row.epoch(), row.done(), row.settling(), row.pending(), row.confirming());
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }
}
