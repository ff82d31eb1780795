package io.amoeba.experiments.scenario;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is shown: which runs on each size of the cluster. */
public enum Scenario {
  /** Fewer requests are local the more nodes there are (5.4.1, table 5.3). */
  UNALIGNED(
      "Access without alignment, by size of the cluster",
      List.of(1, 2, 3, 4),
      Duration.ofSeconds(45),
      List.of(Placing.RANDOM),
      List.of()),
  /** Random against aligned placement, each from the first record on (5.4.2). */
  STATIC(
      "Random against aligned placement, by size of the cluster",
      List.of(2, 3, 4),
      Duration.ofSeconds(45),
      List.of(Placing.RANDOM, Placing.ALIGNED),
      List.of()),
  /** Alignment while traffic is fed (5.4.3, figure 5.8). */
  DYNAMIC(
      "Alignment in the middle of a run",
      List.of(3),
      Duration.ofSeconds(120),
      List.of(Placing.RANDOM_THEN_ALIGNED),
      List.of()),
  /** Redis primaries on other nodes than the job migrate to it first (5.4.4, figure 5.10). */
  MIGRATION(
      "Migration from nodes of the store, then alignment",
      List.of(3),
      Duration.ofSeconds(120),
      List.of(Placing.RANDOM_THEN_ALIGNED),
      List.of("--redis-apart")) {
    @Override
    double localHitRateWhenRandom(int nodes) {
      return 0;
    }
  },
  /** Somebody gives the job a node more: store and routing follow (5.4.5, figure 5.11). */
  ELASTICITY(
      "Somebody adds a node, the store grows to it, then alignment",
      List.of(3),
      Duration.ofSeconds(150),
      List.of(Placing.ALIGNED_THEN_GROWN),
      // Little traffic: otherwise the new processes wait for processors more than for all else.
      List.of("--speed=1", "--vehicles=300", "--checkpoint-interval=5s", "--buffer-timeout=50ms")),
  /** Somebody gives the store a node more: job and routing follow (5.2.2, figure 5.3). */
  RESCALE(
      "Somebody gives the store a node, the job follows, then alignment",
      List.of(3),
      Duration.ofSeconds(150),
      List.of(Placing.ALIGNED_THEN_GROWN),
      List.of(
          "--add-node-to=store",
          "--speed=1",
          "--vehicles=300",
          "--checkpoint-interval=5s",
          "--buffer-timeout=50ms")) {
    @Override
    String followed() {
      return "the job had followed";
    }
  };

  private final String title;
  private final List<Integer> defaultNodes;
  private final Duration defaultDuration;
  private final List<Placing> placings;
  private final List<String> furtherArguments;

  Scenario(
      String title,
      List<Integer> defaultNodes,
      Duration defaultDuration,
      List<Placing> placings,
      List<String> furtherArguments) {
    this.title = title;
    this.defaultNodes = defaultNodes;
    this.defaultDuration = defaultDuration;
    this.placings = placings;
    this.furtherArguments = furtherArguments;
  }

  /** The scenario that an option names. */
  public static Optional<Scenario> of(String text) {
    return Arrays.stream(values()).filter(scenario -> scenario.text().equals(text)).findFirst();
  }

  /** All names, for people. */
  public static String names() {
    return Arrays.stream(values()).map(Scenario::text).collect(Collectors.joining(", "));
  }

  /** As an option names it. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A heading. */
  String title() {
    return title;
  }

  /** Sizes of the cluster where none are given. */
  public List<Integer> defaultNodes() {
    return defaultNodes;
  }

  /** How long traffic is fed in each run, where that is not given. */
  public Duration defaultDuration() {
    return defaultDuration;
  }

  /** Options of Linear Road beside those that every scenario gives. */
  List<String> furtherArguments() {
    return furtherArguments;
  }

  /**
   * The share of local requests that is to be expected of hash routing: that of one node (5.4.1).
   */
  double localHitRateWhenRandom(int nodes) {
    return 1.0 / nodes;
  }

  /**
   * What has happened when the one has followed the other to its nodes, before routing is aligned.
   */
  String followed() {
    return this == MIGRATION ? "all Redis primaries on the nodes" : "the store had grown";
  }

  /** The runs on each size, one after the other. */
  List<Placing> placings() {
    return placings;
  }
}
