package io.amoeba.experiments.hints;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.experiments.ycsb.ReadsMoved;
import io.amoeba.experiments.ycsb.TrafficSecond;
import io.amoeba.report.Numbers;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows how reads move between nodes while it goes on, from what the traffic and the nodes' caches
 * say in lines, and judges it in the end. Confined to one thread.
 */
final class ReadsShow {
  /** Begins the line that names the node asked first and the one to which its reads will move. */
  private static final String ASKS = "asks ";

  /** The line after the last one of all traffic. */
  private static final String END = "end";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ROUTE = Pattern.compile(ASKS + "(\\S+) (\\S+)");
  private static final Pattern CACHES = Pattern.compile("(\\S+) " + CacheSample.LINE + "(.*)");

  private static final String HEADER =
      """
        reads go to      per second  mean ms  its chunk cache     read hints applied there
                                              was asked   missed  and where they will move to
      """;

  private final BufferedReader in;
  private final PrintWriter out;
  private final NodeCaches caches = new NodeCaches();
  private final List<ShownMove> ended = new ArrayList<>();
  private final Map<String, CacheSample> shown = new HashMap<>();
  private Optional<ShownMove> current = Optional.empty();

  /** Prepares it. */
  public ReadsShow(BufferedReader in, PrintWriter out) {
    this.in = in;
    this.out = out;
  }

  /**
   * Shows it to its end.
   *
   * @return whether all that it claims holds
   * @throws IllegalStateException if some reads were not made, or did not move
   */
  public boolean run() throws IOException {
    out.print(HEADER);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      if (line.equals(END)) {
        endMove();
        ReadsStory story = new ReadsStory(ended, caches);
        out.println();
        out.print(story.text());
        out.flush();
        return story.holds();
      }
      read(line);
    }
    throw new IllegalStateException("The lines ended before the traffic did");
  }

  private void read(String line) throws JsonProcessingException {
    Matcher route = ROUTE.matcher(line);
    Matcher sample = CACHES.matcher(line);
    if (route.matches()) {
      endMove();
      current = Optional.of(new ShownMove(route.group(1), route.group(2)));
    } else if (sample.matches()) {
      caches.add(sample.group(1), JSON.readValue(sample.group(2), CacheSample.class));
    } else if (line.startsWith(ReadsMoved.LINE)) {
      ReadsMoved moved = JSON.readValue(line.substring(ReadsMoved.LINE.length()), ReadsMoved.class);
      current.ifPresent(move -> move.moved(moved.atSeconds()));
    } else if (line.startsWith(TrafficSecond.LINE)) {
      TrafficSecond second =
          JSON.readValue(line.substring(TrafficSecond.LINE.length()), TrafficSecond.class);
      current.ifPresent(move -> show(move, second));
    }
  }

  private void endMove() {
    current.ifPresent(ended::add);
    current = Optional.empty();
  }

  private void show(ShownMove move, TrafficSecond second) {
    move.add(second);
    String asked = move.askedIn(second);
    CacheSample now = caches.newest(asked);
    CacheSample since = now.since(shown.getOrDefault(asked, now));
    for (String node : List.of(move.from(), move.to())) {
      shown.put(node, caches.newest(node));
    }
    out.printf(
        Locale.ROOT,
        "  %-15s  %,10d  %7.1f  %,9d  %7s  %s%n",
        asked,
        second.operations(),
        second.meanMillis(),
        since.chunkHits() + since.chunkMisses(),
        Numbers.percent(since.missRate()),
        asked.equals(move.to())
            ? applied(asked)
            : "%s, %s %s".formatted(applied(asked), move.to(), applied(move.to())));
    out.flush();
  }

  private String applied(String node) {
    return Numbers.whole(caches.newest(node).applied());
  }
}
