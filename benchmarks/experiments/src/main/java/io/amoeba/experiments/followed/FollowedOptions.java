package io.amoeba.experiments.followed;

import io.amoeba.coordinator.cluster.ServerInfo.Elections;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.run.Traffic;
import io.amoeba.linearroad.servers.FleetOptions;
import io.amoeba.report.Outputs;
import java.time.Duration;

/**
 * The checked options. Immutable.
 *
 * @param rounds in each of which every mode has one cycle
 * @param mebibytes of data that the primary saves
 */
public record FollowedOptions(int rounds, int mebibytes, Outputs outputs) {
  /** The fewest primaries that can elect a leader. */
  static final int NODES = 3;

  /** The traffic after the work of a cycle. */
  static final Duration AFTER = Duration.ofSeconds(20);

  /** Between two promotions of a server: Linear Road's servers have Redis' own node timeout. */
  private static final Duration REST = Elections.rest(Duration.ofSeconds(15));

  private static final Duration SHORTEST_TRIGGER = Duration.ofSeconds(80);

  /** A save may take so many times as long as the first one, and yet be in time. */
  private static final int SLOWER = 3;

  /**
   * After which time Redis would save by itself: long enough for a round and the rest between two
   * promotions, or the coordinator refuses it.
   *
   * @param save how long the first save took
   */
  static Duration trigger(Duration save) {
    Duration least = REST.plus(save.multipliedBy(SLOWER)).plusSeconds(1);
    return least.compareTo(SHORTEST_TRIGGER) < 0 ? SHORTEST_TRIGGER : least;
  }

  /** After which time it saves here: when the coordinator begins a round. */
  static Duration untilWork(Duration trigger) {
    return trigger.dividedBy(2);
  }

  Traffic.Generated traffic() {
    TrafficMode mode = TrafficMode.STEADY;
    return new Traffic.Generated(mode, 1, mode.defaultVehiclesPerExpressway(), 1, expected());
  }

  /** Length of all cycles, if saves are short. */
  Duration expected() {
    return untilWork(SHORTEST_TRIGGER)
        .plus(AFTER)
        .multipliedBy((long) rounds * FollowedMode.values().length);
  }

  FleetOptions fleet() {
    FleetOptions.JobSettings usual = FleetOptions.JobSettings.USUAL;
    return new FleetOptions(
        NODES,
        1,
        FleetOptions.Layout.REPLICAS_ON_NODES,
        1,
        0,
        new FleetOptions.JobSettings(
            usual.immediate(),
            usual.keyed(),
            usual.redisBatch(),
            null,
            usual.bufferTimeout(),
            usual.checkpointInterval(),
            usual.exactlyOnce(),
            /* orderProbe= */ false),
        traffic().stateMegabytes(),
        false,
        FleetOptions.TEMPORARY_FOLDER);
  }
}
