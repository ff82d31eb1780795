package io.amoeba.freshreads.choice.simulation;

import static io.amoeba.freshreads.choice.simulation.Phase.YCSB_B;
import static io.amoeba.freshreads.choice.simulation.Policies.OURS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Processes with few reads each, at servers of the experiment's speed: a request takes 300 µs, and
 * clients think for 10 ms. Each of 100 processes reads 60 to 90 times per second.
 */
class FewReadsSimulationTest {

  private static final long SEED = 37;
  private static final Phase QUIET = Phase.of(12, 0, YCSB_B);

  private static Topology servers(int processes) {
    return Topology.of(processes).withSpeed(0.3).withCostOfRequests(9);
  }

  private static Phase loaded(double seconds) {
    return Phase.of(seconds, 180, YCSB_B).thinkingMicros(10_000);
  }

  @Test
  void manyProcessesReadAsMuchAsOne() {
    Outcome one = Simulation.run(servers(1), OURS, SEED, loaded(2), loaded(4)).get(1);

    Outcome many = Simulation.run(servers(100), OURS, SEED, QUIET, loaded(2), loaded(4)).get(2);

    assertThat(many.readsPerSecond()).isGreaterThan(0.95 * one.readsPerSecond());
    assertThat(many.replicaShare()).isBetween(0.6, 0.72);
  }

  /** Proofs lapse between two heartbeats, and the primary gets the reads meanwhile. */
  @Test
  void heartbeatsByTheNumberOfReadsAreTooFew() {
    Outcome one = Simulation.run(servers(1), OURS, SEED, QUIET, loaded(8)).get(1);

    Outcome many =
        Simulation.run(servers(100), Policies.FEW_HEARTBEATS, SEED, QUIET, loaded(8)).get(1);

    assertThat(many.readsPerSecond()).isLessThan(0.5 * one.readsPerSecond());
  }

  @Test
  void primaryWithLittleLoadServesAllReads() {
    Phase light = Phase.of(20, 180, YCSB_B).thinkingMicros(300_000);

    assertThat(Simulation.run(servers(100), OURS, SEED, light).get(0).replicaShare())
        .isLessThan(0.005);
  }
}
