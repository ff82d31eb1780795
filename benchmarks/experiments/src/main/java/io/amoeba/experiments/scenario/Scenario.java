package io.amoeba.experiments.scenario;

import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.FleetOptions;
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
      FleetOptions.Layout.TOGETHER),
  /** Random against aligned placement, each from the first record on (5.4.2). */
  STATIC(
      "Random against aligned placement, by size of the cluster",
      List.of(2, 3, 4),
      Duration.ofSeconds(45),
      List.of(Placing.RANDOM, Placing.ALIGNED),
      FleetOptions.Layout.TOGETHER),
  /** Alignment while traffic is fed (5.4.3, figure 5.8). */
  DYNAMIC(
      "Alignment in the middle of a run",
      List.of(3),
      Duration.ofSeconds(120),
      List.of(Placing.RANDOM_THEN_ALIGNED),
      FleetOptions.Layout.TOGETHER),
  /** Redis primaries on other nodes than the job migrate to it first (5.4.4, figure 5.10). */
  MIGRATION(
      "Migration from nodes of the store, then alignment",
      List.of(3),
      Duration.ofSeconds(120),
      List.of(Placing.RANDOM_THEN_ALIGNED),
      FleetOptions.Layout.REDIS_APART) {
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
      FleetOptions.Layout.NODE_ADDED),
  /** Somebody gives the store a node more: job and routing follow (5.2.2, figure 5.3). */
  RESCALE(
      "Somebody gives the store a node, the job follows, then alignment",
      List.of(3),
      Duration.ofSeconds(150),
      List.of(Placing.ALIGNED_THEN_GROWN),
      FleetOptions.Layout.NODE_ADDED_TO_STORE) {
    @Override
    String followed() {
      return "the job had followed";
    }
  };

  private static final int FEW_VEHICLES = 300;

  private final String title;
  private final List<Integer> defaultNodes;
  private final Duration defaultDuration;
  private final List<Placing> placings;
  private final FleetOptions.Layout layout;

  Scenario(
      String title,
      List<Integer> defaultNodes,
      Duration defaultDuration,
      List<Placing> placings,
      FleetOptions.Layout layout) {
    this.title = title;
    this.defaultNodes = defaultNodes;
    this.defaultDuration = defaultDuration;
    this.placings = placings;
    this.layout = layout;
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

  /** One of the runs. */
  RunOptions run(int nodes, Duration duration, Placing placing) {
    // Otherwise the new processes wait for CPUs more than for all else.
    boolean quiet = placing.addsNode();
    FleetOptions.JobSettings usual = FleetOptions.JobSettings.USUAL;
    Traffic.Generated traffic =
        new Traffic.Generated(
            TrafficMode.STEADY,
            1,
            quiet ? FEW_VEHICLES : TrafficMode.STEADY.defaultVehiclesPerExpressway(),
            1,
            duration);
    return new RunOptions(
        new FleetOptions(
            nodes,
            1,
            layout,
            0,
            quiet ? usual.every(Duration.ofMillis(50), Duration.ofSeconds(5)) : usual,
            traffic.stateMegabytes(),
            false,
            FleetOptions.TEMPORARY_FOLDER),
        null,
        traffic,
        quiet ? new Pace.SimulatedSecondsPerSecond(1) : new Pace.Fastest(),
        new RunOptions.Alignment(placing.begin(), null),
        new RunOptions.Outputs(null, null, false),
        List.of());
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
