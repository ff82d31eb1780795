package io.amoeba.experiments.freshreads;

import io.lettuce.core.cluster.RedisClusterClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where reads go. Immutable.
 *
 * @param name as on the command line
 */
record ReadMode(String name) {
  static final ReadMode PRIMARY = new ReadMode("primary");
  static final ReadMode REPLICAS = new ReadMode("replicas");
  static final ReadMode HALF = new ReadMode("half");
  static final ReadMode PAPER = new ReadMode("paper");
  static final ReadMode FRESH = new ReadMode("fresh");

  static final List<ReadMode> ALL = List.of(PRIMARY, REPLICAS, HALF, PAPER, FRESH);
  static final String NAMES = "primary, replicas, half, paper, fresh, fresh-N";

  /** With what all others are compared. */
  private static final List<ReadMode> BASELINES = List.of(PRIMARY, REPLICAS, PAPER, FRESH);

  private static final Pattern PROCESSES = Pattern.compile("fresh-([2-9]|[1-9]\\d{1,2})");
  private static final double HALF_OF_READS = 0.5;

  static Optional<ReadMode> of(String name) {
    return PROCESSES.matcher(name).matches()
        ? Optional.of(new ReadMode(name))
        : ALL.stream().filter(mode -> mode.name.equals(name)).findFirst();
  }

  static List<ReadMode> withBaselines(List<ReadMode> modes) {
    return Stream.concat(BASELINES.stream(), modes.stream()).distinct().toList();
  }

  /** Whether the library answers. */
  boolean isFresh() {
    return name.startsWith(FRESH.name);
  }

  /** How many users of the library share the clients, as processes would. */
  int processes() {
    Matcher matcher = PROCESSES.matcher(name);
    return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 1;
  }

  /**
   * Opens it on servers without load.
   *
   * @param nodes of the same client
   */
  ReadPath open(Nodes nodes, RedisClusterClient client, Duration bound) {
    if (isFresh()) {
      return BoundedPath.open(client, bound, processes());
    }
    if (equals(PAPER)) {
      return PaperPath.open(nodes, bound);
    }
    double share = equals(PRIMARY) ? 0 : equals(REPLICAS) ? 1 : HALF_OF_READS;
    return new SharedPath(nodes, () -> share);
  }

  @Override
  public String toString() {
    return name;
  }
}
