package io.amoeba.experiments.demo;

import io.amoeba.experiments.load.ReadMove;
import io.amoeba.experiments.load.TrafficSecond;
import io.amoeba.experiments.probe.CacheSample;
import io.amoeba.report.Numbers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Shows how reads move between nodes by what the traffic and the nodes' caches say. */
final class ReadsShow extends Show {
  /** Names the node asked first and the one to which its reads will move. */
  private static final Pattern ROUTE = Pattern.compile("asks (\\S+) (\\S+)");

  /** The line after the last one of all traffic. */
  private static final String END = "end";

  private static final String HEADER =
      """
        reads go to      per second  mean ms  its chunk cache     read hints applied there
                                              was asked   missed  and where they will move to
      """;

  private final NodeCaches caches = new NodeCaches();
  private final List<ShownMove> ended = new ArrayList<>();
  private final Map<String, CacheSample> shown = new HashMap<>();
  private Optional<ShownMove> current = Optional.empty();

  ReadsShow(PrintWriter out) {
    super(out, HEADER);
  }

  @Override
  Optional<Story> read(String line) {
    Matcher route = ROUTE.matcher(line);
    if (line.equals(END) || route.matches()) {
      current.ifPresent(ended::add);
      current = Optional.empty();
      if (line.equals(END)) {
        return Optional.of(new ReadsStory(ended, caches).told());
      }
      current = Optional.of(new ShownMove(route.group(1), route.group(2)));
    }
    ReadMove.Done.LINES
        .parse(line)
        .ifPresent(done -> current.ifPresent(move -> move.moved(done.atSeconds())));
    TrafficSecond.LINES
        .parse(line)
        .ifPresent(second -> current.ifPresent(move -> show(move, second)));
    // The node's name comes first.
    int space = line.indexOf(' ');
    CacheSample.LINES
        .parse(line.substring(space + 1))
        .ifPresent(sample -> caches.add(line.substring(0, space), sample));
    return Optional.empty();
  }

  private void show(ShownMove move, TrafficSecond second) {
    move.add(second);
    String asked = move.askedIn(second);
    CacheSample now = caches.newest(asked);
    CacheSample since = now.since(shown.getOrDefault(asked, now));
    for (String node : List.of(move.from(), move.to())) {
      shown.put(node, caches.newest(node));
    }
    print(
        "  %-15s  %,10d  %7.1f  %,9d  %7s  %s%n",
        asked,
        second.operations(),
        second.meanMillis(),
        since.chunkHits() + since.chunkMisses(),
        Numbers.percent(since.missRate()),
        asked.equals(move.to())
            ? applied(asked)
            : "%s, %s %s".formatted(applied(asked), move.to(), applied(move.to())));
  }

  private String applied(String node) {
    return Numbers.whole(caches.newest(node).applied());
  }
}
