package io.amoeba.experiments.join;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.ycsb.TrafficSecond;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shows a join while it goes on, from what the traffic, the joining node and a member's virtual
 * table say in lines, and judges it in the end. Confined to one thread.
 */
final class JoinShow {
  /** Begins the line that says when the joining node was started, in seconds since 1970. */
  public static final String STARTED = "started ";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** When nothing changes, a line now and then shows that all goes on. */
  private static final double QUIET_SECONDS = 5;

  /** Who says nothing for so long has ended. */
  private static final double SILENT_SECONDS = 20;

  private static final String HEADER =
      """
        second  joining node       reads it  operations  failed  amoeba_views.incremental_join of a member
                                   answered  per second          epoch  done  settling  pending  confirming
      """;

  private final BufferedReader in;
  private final PrintWriter out;
  private final Duration after;
  private final Duration limit;

  private final List<TrafficSecond> traffic = new ArrayList<>();
  private final List<NodeSample> joiner = new ArrayList<>();
  private final List<JoinRow> rows = new ArrayList<>();
  private double started = Double.NaN;
  private double normal = Double.NaN;
  private double now;
  private double shownAt = Double.NEGATIVE_INFINITY;
  private String shownMode = "";
  private @Nullable JoinRow shownRow;

  /**
   * Prepares it.
   *
   * @param after how long the node is shown as a full member
   * @param limit for the join
   */
  public JoinShow(BufferedReader in, PrintWriter out, Duration after, Duration limit) {
    this.in = in;
    this.out = out;
    this.after = after;
    this.limit = limit;
  }

  /**
   * Shows it to its end.
   *
   * @return whether all that it claims holds
   * @throws IllegalStateException if the node does not become a full member
   */
  public boolean run() throws IOException {
    out.print(HEADER);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      read(line);
      if (now > normal + after.toSeconds()) {
        JoinStory story = new JoinStory(new JoinSeries(started, traffic, joiner), rows);
        out.println();
        out.print(story.text());
        out.flush();
        return story.holds();
      }
      checkJoiner();
      show();
    }
    throw new IllegalStateException("The lines ended before the node was a full member");
  }

  private void read(String line) throws JsonProcessingException {
    if (line.startsWith(STARTED)) {
      started = Double.parseDouble(line.substring(STARTED.length()));
    } else if (line.startsWith(TrafficSecond.LINE)) {
      TrafficSecond second = JSON.readValue(rest(line, TrafficSecond.LINE), TrafficSecond.class);
      traffic.add(second);
      at(second.second() + 1);
    } else if (line.startsWith(NodeSample.LINE)) {
      NodeSample sample = JSON.readValue(rest(line, NodeSample.LINE), NodeSample.class);
      joiner.add(sample);
      at(sample.atSeconds());
      if (sample.isNormal() && Double.isNaN(normal)) {
        normal = sample.atSeconds();
      }
    } else if (line.startsWith(JoinRow.LINE)) {
      JoinRow row = JSON.readValue(rest(line, JoinRow.LINE), JoinRow.class);
      rows.add(row);
      at(row.atSeconds());
    }
  }

  private static String rest(String line, String start) {
    return line.substring(start.length());
  }

  private void at(double seconds) {
    now = Math.max(now, seconds);
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
    JoinRow row = last(rows);
    boolean changed = shownRow == null || !row.sameAs(shownRow) || !mode.equals(shownMode);
    if (!changed && now < shownAt + QUIET_SECONDS) {
      return;
    }
    shownAt = now;
    shownMode = mode;
    shownRow = row;
    TrafficSecond second = last(traffic);
    out.printf(
        Locale.ROOT,
        "  %6.0f  %-15s  %9s  %,10d  %6d  %s%n",
        now - started,
        mode,
        joiner.isEmpty() ? "" : String.format(Locale.ROOT, "%,d", last(joiner).reads()),
        second.operations(),
        second.failed(),
        columns(row));
    out.flush();
  }

  private static String columns(JoinRow row) {
    return row.endpoint().isEmpty()
        ? "(no row)"
        : String.format(
            Locale.ROOT,
            "%5d  %4d  %8d  %7d  %10d",
            row.epoch(),
            row.done(),
            row.settling(),
            row.pending(),
            row.confirming());
  }

  private static <T> T last(List<T> list) {
    return list.get(list.size() - 1);
  }
}
