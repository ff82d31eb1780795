package io.amoeba.experiments.scenario;

import io.amoeba.linearroad.feed.Pace;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.run.When;
import io.amoeba.linearroad.servers.FleetOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** A scenario of the dissertation's evaluation, with its runs on each size of the cluster. */
enum Scenario {
  /** The more nodes, the fewer requests are local (5.4.1, table 5.3). */
  UNALIGNED(
      "Access without alignment, by size of the cluster",
      List.of(1, 2, 3, 4),
      45,
      FleetOptions.Layout.TOGETHER,
      RunShape.RANDOM),
  /** Random against aligned placement, each from the first record on (5.4.2). */
  STATIC(
      "Random against aligned placement, by size of the cluster",
      List.of(2, 3, 4),
      45,
      FleetOptions.Layout.TOGETHER,
      RunShape.RANDOM,
      RunShape.ALIGNED),
  /** Alignment during traffic (5.4.3, figure 5.8). */
  DYNAMIC(
      "Alignment in the middle of a run",
      List.of(3),
      120,
      FleetOptions.Layout.TOGETHER,
      RunShape.RANDOM_THEN_ALIGNED),
  /** Redis primaries on other nodes than the job migrate to it first (5.4.4, figure 5.10). */
  MIGRATION(
      "Migration from nodes of the store, then alignment",
      List.of(3),
      120,
      FleetOptions.Layout.REDIS_APART,
      RunShape.RANDOM_THEN_ALIGNED),
  /** The job gets a node: store and routing follow (5.4.5, figure 5.11). */
  ELASTICITY(
      "The job gets a node, the store grows to it, then alignment",
      List.of(3),
      150,
      FleetOptions.Layout.NODE_ADDED,
      RunShape.ALIGNED_THEN_GROWN),
  /** The store gets a node: job and routing follow (5.2.2, figure 5.3). */
  RESCALE(
      "The store gets a node, the job follows, then alignment",
      List.of(3),
      150,
      FleetOptions.Layout.NODE_ADDED_TO_STORE,
      RunShape.ALIGNED_THEN_GROWN);

  /** When a run places keys at the subtasks beside their Redis primaries, and on how many nodes. */
  enum RunShape {
    /** Flink routes by the hash of a key, as it does without Amoeba. */
    RANDOM("random", new When.Never()),
    /** Before the first record. */
    ALIGNED("aligned", new When.AtStart()),
    /** During traffic. */
    RANDOM_THEN_ALIGNED("random, then aligned", new When.AfterPart(0.5)),
    /** Before the first record, and again after a node is added during traffic. */
    ALIGNED_THEN_GROWN("aligned, then grown", new When.AfterPart(0.4));

    final String text;

    /** When the coordinator starts to act, or the node is added. */
    final When begin;

    RunShape(String text, When begin) {
      this.text = text;
      this.begin = begin;
    }

    boolean addsNode() {
      return this == ALIGNED_THEN_GROWN;
    }

    /** Whether something changes during traffic. */
    boolean changes() {
      return this == RANDOM_THEN_ALIGNED || addsNode();
    }
  }

  private static final int FEW_VEHICLES = 300;

  final String title;
  final List<Integer> defaultNodes;

  /** Length of the traffic of each run. */
  final Duration defaultDuration;

  /** The runs on each size, in their order. */
  final List<RunShape> shapes;

  private final FleetOptions.Layout layout;

  Scenario(
      String title,
      List<Integer> defaultNodes,
      int defaultSeconds,
      FleetOptions.Layout layout,
      RunShape... shapes) {
    this.title = title;
    this.defaultNodes = defaultNodes;
    this.defaultDuration = Duration.ofSeconds(defaultSeconds);
    this.layout = layout;
    this.shapes = List.of(shapes);
  }

  static Optional<Scenario> of(String text) {
    return Arrays.stream(values()).filter(scenario -> scenario.text().equals(text)).findFirst();
  }

  static String names() {
    return Arrays.stream(values()).map(Scenario::text).collect(Collectors.joining(", "));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  RunOptions run(int nodes, Duration duration, RunShape shape) {
    // Otherwise the new processes wait for CPUs more than for all else.
    boolean quiet = shape.addsNode();
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
            0,
            quiet ? usual.every(Duration.ofMillis(50), Duration.ofSeconds(5)) : usual,
            traffic.stateMegabytes(),
            false,
            FleetOptions.TEMPORARY_FOLDER),
        null,
        traffic,
        quiet ? new Pace.SimulatedSecondsPerSecond(1) : new Pace.Fastest(),
        new RunOptions.Alignment(shape.begin, null),
        List.of());
  }

  /** Expected of hash routing: the share of one node (5.4.1). */
  double localHitRateWhenRandom(int nodes) {
    return this == MIGRATION ? 0 : 1.0 / nodes;
  }

  /** What precedes the alignment of routing. */
  String followed() {
    return switch (this) {
      case MIGRATION -> "all Redis primaries on the nodes";
      case RESCALE -> "the job had followed";
      default -> "the store had grown";
    };
  }
}
