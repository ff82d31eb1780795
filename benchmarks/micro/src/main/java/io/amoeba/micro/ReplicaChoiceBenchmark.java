package io.amoeba.micro;

import static io.amoeba.freshreads.choice.ReplicaChoice.PRIMARY;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import io.amoeba.freshreads.proof.StalenessBound;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What a fresh read costs beside the read itself: the choice of its node, the count of its latency,
 * and the judgement of its answer. The goals: at most 200 ns for all of it with two replicas, and
 * no allocation ({@code -prof gc}). Thirty-one replicas are the most that a set of them holds.
 */
public class ReplicaChoiceBenchmark extends TimedBenchmark {

  private static final double PATIENCE = 0.1;
  private static final int LATENCIES = 64;
  private static final int PERIODS = 100;

  /** Of the shard. */
  @Param({"2", "31"})
  public int replicaCount = 2;

  private final NodeLoad primary = new NodeLoad();
  private final ReplicaChoice idle = new ReplicaChoice(PATIENCE, 0);
  private final ReplicaChoice balanced = new ReplicaChoice(PATIENCE, 0);
  private final StalenessBound bound = StalenessBound.of(Duration.ofSeconds(1));
  private NodeLoad[] replicas = {};
  private int allFresh;

  /** A primary that is slower than its replicas, so that all reads are balanced. */
  @Setup(Level.Iteration)
  public void congestPrimary() {
    replicas = Stream.generate(NodeLoad::new).limit(replicaCount).toArray(NodeLoad[]::new);
    allFresh = (1 << replicaCount) - 1;
    long nowNanos = System.nanoTime();
    for (int i = 0; i < LATENCIES; i++) {
      answer(primary, 900_000, nowNanos);
      for (int replica = 0; replica < replicaCount; replica++) {
        answer(replicas[replica], 300_000 + 1_000L * replica, nowNanos);
      }
    }
    for (int period = 1; period <= PERIODS; period++) {
      long later = nowNanos + TimeUnit.MILLISECONDS.toNanos(10L * period);
      balanced.adjust(primary, replicas, allFresh, later);
    }
  }

  private static void answer(NodeLoad load, long latencyNanos, long nowNanos) {
    load.sent(nowNanos);
    load.answered(latencyNanos, nowNanos);
  }

  /** The choice while the primary serves all reads. */
  @Benchmark
  public int choosePrimary() {
    return idle.choose(primary, replicas, allFresh, ThreadLocalRandom.current().nextLong());
  }

  /** The choice of the least loaded of all nodes. */
  @Benchmark
  public int chooseLeastLoaded() {
    return balanced.choose(primary, replicas, allFresh, ThreadLocalRandom.current().nextLong());
  }

  /** The choice of the least loaded replica, as where the primary is left alone. */
  @Benchmark
  public int chooseReplica() {
    return ReplicaChoice.chooseReplica(replicas, allFresh, ThreadLocalRandom.current().nextLong());
  }

  /** A whole read at the least loaded node, with the clock read twice as for any read. */
  @Benchmark
  public boolean chooseAndJudge() {
    long sentNanos = System.nanoTime();
    int chosen =
        balanced.choose(primary, replicas, allFresh, ThreadLocalRandom.current().nextLong());
    NodeLoad load = chosen == PRIMARY ? primary : replicas[chosen];
    load.sent(sentNanos);
    long nowNanos = System.nanoTime();
    load.answered(300_000, nowNanos);
    return bound.admits(sentNanos - 50_000_000, nowNanos);
  }
}
