package io.amoeba.freshreads.choice.simulation;

import static io.amoeba.freshreads.choice.simulation.Phase.YCSB_A;
import static io.amoeba.freshreads.choice.simulation.Phase.YCSB_B;
import static io.amoeba.freshreads.choice.simulation.Policies.OURS;
import static io.amoeba.freshreads.choice.simulation.Policies.PEAK_EWMA;
import static io.amoeba.freshreads.choice.simulation.Policies.PRIMARY;
import static io.amoeba.freshreads.choice.simulation.Policies.REPLICAS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The library's choice beside fixed shares, the paper's controller and peak-EWMA.
 *
 * <p>The paper's period is a quarter of a second here instead of ten: the simulated servers are
 * fast enough for thousands of latencies in each period, and only the number of periods matters.
 */
class ControllerSimulationTest {

  private static final long SEED = 37;
  private static final double PERIOD = 0.25;
  private static final Simulation.Policy PAPER = Policies.paper(PERIOD);

  /** Periods in which the paper's controller goes from 10 % to its steady share. */
  private static final int PAPER_WARM_UP = 12;

  private final Topology shard = Topology.of(1);

  @Test
  void saturatedYcsbBUsesAllThreeServers() {
    double ours = steady(shard, OURS, 180, YCSB_B).readsPerSecond();

    assertThat(ours).isGreaterThan(2.6 * steady(shard, PRIMARY, 180, YCSB_B).readsPerSecond());
    assertThat(ours).isGreaterThan(1.33 * steady(shard, REPLICAS, 180, YCSB_B).readsPerSecond());
    // Three servers, and the reads' part of 11.1 µs for a request with its share of the writes.
    assertThat(ours).isGreaterThan(0.97 * 3 * 0.95 / 11.1e-6);
  }

  @Test
  void saturatedYcsbBIsFasterThanWithThePapersController() {
    Outcome ours = steady(shard, OURS, 180, YCSB_B);

    assertThat(ours.readsPerSecond())
        .isGreaterThan(1.08 * ofSeeds(shard, PAPER, Outcome::readsPerSecond));
    assertThat((double) ours.micros(0.8))
        .isLessThan(0.6 * ofSeeds(shard, PAPER, outcome -> outcome.micros(0.8)));
  }

  @Test
  void saturatedYcsbALeavesThePrimaryToTheWrites() {
    double ours = steady(shard, OURS, 180, YCSB_A).readsPerSecond();

    assertThat(ours).isGreaterThan(0.97 * steady(shard, REPLICAS, 180, YCSB_A).readsPerSecond());
    assertThat(ours).isGreaterThan(1.04 * steady(shard, PAPER, 180, YCSB_A).readsPerSecond());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "4, 1", "1, 5", "2, 5"})
  void lightLoadStaysAtThePrimary(int threads, int readCost) {
    Topology topology = shard.withReadCost(readCost);

    Outcome ours = Simulation.run(topology, OURS, SEED, Phase.of(8, threads, YCSB_B)).get(0);

    assertThat(ours.replicaShare()).isLessThan(0.005);
    assertThat(steady(topology, PAPER, threads, YCSB_B).replicaShare()).isGreaterThan(0.08);
    assertThat(steady(topology, PEAK_EWMA, threads, YCSB_B).replicaShare()).isGreaterThan(0.4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10, 100})
  void fewReadsStayAtThePrimary(int thinkMillis) {
    Phase phase = Phase.of(20, 8, YCSB_B).thinkingMicros(thinkMillis * 1000L);

    assertThat(Simulation.run(shard, OURS, SEED, phase).get(0).replicaShare()).isLessThan(0.01);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 32})
  void slowNetworkIsNoCongestion(int threads) {
    Topology remote = shard.withOneWayMicros(15_000, 15_000);
    Phase phase = Phase.of(20, threads, YCSB_B);

    assertThat(Simulation.run(remote, OURS, SEED, phase).get(0).replicaShare()).isLessThan(0.005);
  }

  @Test
  void slowReadsAreNoCongestion() {
    Topology slow = shard.withReadCost(1000);
    Phase phase = Phase.of(60, 2, YCSB_B).thinkingMicros(50_000);

    assertThat(Simulation.run(slow, OURS, SEED, phase).get(0).replicaShare()).isLessThan(0.01);
  }

  @Test
  void riseOfTheLoadIsMetWithinASecond() {
    Outcome risen =
        Simulation.run(shard, OURS, SEED, Phase.of(1, 4, YCSB_B), Phase.of(1.5, 180, YCSB_B))
            .get(1);

    assertThat(risen.secondsToSteady()).isLessThan(0.5);
    assertThat(risen.replicaShare()).isGreaterThan(0.6);
  }

  @Test
  void fallOfTheLoadIsMetWithinASecond() {
    List<Outcome> outcomes =
        Simulation.run(
            shard,
            OURS,
            SEED,
            Phase.of(2, 180, YCSB_A),
            Phase.of(1, 4, YCSB_B),
            Phase.of(3, 4, YCSB_B));

    assertThat(outcomes.get(0).replicaShare()).isGreaterThan(0.9);
    assertThat(outcomes.get(2).replicaShare()).isLessThan(0.005);
  }

  @Test
  void papersControllerNeedsManyPeriods() {
    Phase phase = Phase.of(16 * PERIOD, 180, YCSB_B);
    Outcome risen = Simulation.run(shard, PAPER, SEED, phase).get(0);

    assertThat(risen.secondsToSteady() / PERIOD).isGreaterThan(4);
  }

  @Test
  void staleReplicaLeavesTheOtherInUse() {
    Topology oneStale = shard.withStaleReplica();
    double ours = steady(oneStale, OURS, 180, YCSB_B).readsPerSecond();

    assertThat(ours).isGreaterThan(1.8 * steady(oneStale, PAPER, 180, YCSB_B).readsPerSecond());
  }

  @Test
  void replicaAtHalfSpeedGetsFewerReads() {
    Topology oneSlow = shard.withSpeedOfLastReplica(0.5);
    double ours = steady(oneSlow, OURS, 180, YCSB_B).readsPerSecond();

    assertThat(ours).isGreaterThan(1.25 * steady(oneSlow, PAPER, 180, YCSB_B).readsPerSecond());
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100})
  void processesShareTheServersWithoutCoordination(int processes) {
    Topology many = Topology.of(processes);
    Outcome start = Simulation.run(many, OURS, SEED, Phase.of(3, 200, YCSB_B)).get(0);
    double together = steady(many, OURS, 200, YCSB_B).readsPerSecond();

    assertThat(together).isGreaterThan(0.95 * steady(shard, OURS, 200, YCSB_B).readsPerSecond());
    assertThat(start.secondsToSteady()).isLessThan(1.5);
  }

  @Test
  void colocatedPrimaryKeepsTheReadsOfFewThreads() {
    Topology near = shard.withOneWayMicros(10, 50);
    double ours = steady(near, OURS, 4, YCSB_B).readsPerSecond();

    assertThat(ours).isGreaterThan(0.98 * steady(near, PRIMARY, 4, YCSB_B).readsPerSecond());
    assertThat(steady(near, PEAK_EWMA, 4, YCSB_B).readsPerSecond()).isLessThan(0.8 * ours);
  }

  @Test
  void congestedColocatedPrimaryIsRelieved() {
    Topology near = shard.withOneWayMicros(10, 50);

    assertThat(steady(near, OURS, 32, YCSB_B).readsPerSecond())
        .isGreaterThan(2 * steady(near, PRIMARY, 32, YCSB_B).readsPerSecond());
  }

  @Test
  void stalledPrimaryDelaysOnlyTheReadsOfTheFirstMoment() {
    Phase calm = Phase.of(1, 400, YCSB_B).thinkingMicros(20_000);
    Phase stalled = Phase.of(0.4, 400, 0).thinkingMicros(20_000).stalledMillis(300);
    Outcome ours = Simulation.run(shard, OURS, SEED, calm, stalled).get(1);
    Outcome primary = Simulation.run(shard, PRIMARY, SEED, calm, stalled).get(1);

    assertThat(ours.readsPerSecond()).isGreaterThan(1.08 * primary.readsPerSecond());
  }

  /** Over lettuce's own connections, with the heartbeats of a bound of 100 ms. */
  @ParameterizedTest
  @CsvSource({"4, 1.0, 0.0, 0.05", "180, 2.0, 0.4, 0.7"})
  void routedReadsAreSharedByProbesAlone(
      int threads, double leastFactor, double leastShare, double mostShare) {
    Topology probed = shard.withProbesEveryMillis(25);
    Phase phase = Phase.of(4, threads, YCSB_B);
    double primary = Simulation.run(probed, PRIMARY, SEED, phase).get(0).readsPerSecond();

    Outcome routed = Simulation.run(probed, Policies.ROUTED, SEED, phase).get(0);

    assertThat(routed.readsPerSecond()).isGreaterThan(0.97 * leastFactor * primary);
    assertThat(routed.replicaShare()).isBetween(leastShare, mostShare);
  }

  /** Redis answers a PING behind the reads before it, so latency minus ping is about nothing. */
  @Test
  void pingHidesTheQueueFromThePapersController() {
    Topology pinged = shard.withProbesEveryMillis(10);
    double byPing = ofSeeds(pinged, Policies.paperByPing(PERIOD), Outcome::readsPerSecond);

    assertThat(byPing).isLessThan(0.8 * ofSeeds(pinged, PAPER, Outcome::readsPerSecond));
  }

  private record Load(String name, Topology topology, int threads, double writes) {
    Outcome with(String policyName, Simulation.Policy policy) {
      Outcome outcome = steady(topology, policy, threads, writes);
      System.out.printf("%-33s %-18s %s%n", name, policyName, outcome);
      return outcome;
    }

    Load pingedEveryMillis(long millis) {
      return new Load(name, topology.withProbesEveryMillis(millis), threads, writes);
    }
  }

  /** Prints the figures of docs/adr/0021-choice-of-the-replica.md. */
  @Test
  @Tag("long")
  void noPolicyWithinTheBoundServesMoreReads() {
    Topology near = shard.withOneWayMicros(10, 50);
    List<Load> loads =
        List.of(
            new Load("B, 180 threads", shard, 180, YCSB_B),
            new Load("B, 100 x 2 threads", Topology.of(100), 200, YCSB_B),
            new Load("A, 180 threads", shard, 180, YCSB_A),
            new Load("B, 4 threads", shard, 4, YCSB_B),
            new Load("replica at half speed", shard.withSpeedOfLastReplica(0.5), 180, YCSB_B),
            new Load("one of two stale", shard.withStaleReplica(), 180, YCSB_B),
            new Load("co-located primary, 4 threads", near, 4, YCSB_B));

    assertThat(loads)
        .allSatisfy(
            load -> {
              Compared compared = compared(load);
              assertThat(compared.ours()).isGreaterThan(0.97 * compared.bestOfOthers());
            });
    // Here the paper's controller is better.
    compared(new Load("co-located primary, 32 threads", near, 32, YCSB_B));
    compared(
        new Load("the same, replicas 100 us away", shard.withOneWayMicros(10, 100), 32, YCSB_B));
  }

  /** Reads per second; of the other policies those that read from no stale replica. */
  private record Compared(double ours, double bestOfOthers) {}

  private static Compared compared(Load load) {
    load.with("replicas only", REPLICAS);
    load.with("any node by chance", Policies.ANY);
    load.pingedEveryMillis(10).with("paper, by PING", Policies.paperByPing(PERIOD));
    double best =
        Stream.of(
                load.with("primary only", PRIMARY),
                load.with("paper", PAPER),
                load.with("peak-EWMA", PEAK_EWMA))
            .mapToDouble(Outcome::readsPerSecond)
            .max()
            .orElseThrow();
    return new Compared(load.with("this choice", OURS).readsPerSecond(), best);
  }

  /** The mean of several runs of YCSB-B: the share of the paper's controller never rests. */
  private static double ofSeeds(
      Topology topology, Simulation.Policy policy, ToDoubleFunction<Outcome> figure) {
    return LongStream.range(SEED, SEED + 6)
        .mapToObj(seed -> steady(topology, policy, 180, YCSB_B, seed))
        .mapToDouble(figure)
        .average()
        .orElseThrow();
  }

  private static Outcome steady(
      Topology topology, Simulation.Policy policy, int threads, double writes) {
    return steady(topology, policy, threads, writes, SEED);
  }

  private static Outcome steady(
      Topology topology, Simulation.Policy policy, int threads, double writes, long seed) {
    boolean paper =
        policy != OURS && policy != PRIMARY && policy != REPLICAS && policy != PEAK_EWMA;
    Phase warmUp = Phase.of(paper ? PAPER_WARM_UP * PERIOD : 1.2, threads, writes);
    Phase measured = Phase.of(paper ? 5 * PERIOD : 0.5, threads, writes);
    return Simulation.run(topology, policy, seed, warmUp, measured).get(1);
  }
}
