package io.amoeba.freshreads.choice.simulation;

/** The policies that are compared. */
final class Policies {

  static final Simulation.Policy PRIMARY = fixed(0);
  static final Simulation.Policy REPLICAS = fixed(1);
  static final Simulation.Policy ANY = fixed(2 / 3.0);
  static final Simulation.Policy PEAK_EWMA = (t, random) -> new PeakEwma(t.nodes().size(), random);
  static final Simulation.Policy OURS =
      (t, random) -> new LeastLoadedPolicy(t.nodes().size(), t.heartbeats().boundNanos(), random);

  /** The library's choice, with no more heartbeats than their share of the reads. */
  static final Simulation.Policy FEW_HEARTBEATS =
      (t, random) ->
          new LeastLoadedPolicy(t.nodes().size(), t.heartbeats().boundNanos(), random) {
            @Override
            public long heartbeatWantedNanos() {
              return Long.MAX_VALUE;
            }
          };

  static final Simulation.Policy ROUTED = (t, random) -> new RoutedPolicy(t.nodes().size(), random);

  private Policies() {}

  private static Simulation.Policy fixed(double share) {
    return (topology, random) -> new FixedShare(share, topology.nodes().size(), random);
  }

  /** The paper's controller, with round trips from outside the queue of the reads. */
  static Simulation.Policy paper(double periodSeconds) {
    return (topology, random) -> {
      long[] roundTrips = {
        2 * topology.nodes().get(0).oneWayNanos(), 2 * topology.nodes().get(1).oneWayNanos()
      };
      return new PaperPolicy(
          topology.nodes().size(), Math.round(periodSeconds * 1e9), roundTrips, random);
    };
  }

  /** The paper's controller, with round trips by PING, which Redis answers behind the reads. */
  static Simulation.Policy paperByPing(double periodSeconds) {
    return (topology, random) ->
        new PaperPolicy(
            topology.nodes().size(), Math.round(periodSeconds * 1e9), new long[0], random);
  }
}
