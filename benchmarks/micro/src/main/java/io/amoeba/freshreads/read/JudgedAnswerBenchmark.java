package io.amoeba.freshreads.read;

import io.amoeba.freshreads.choice.NodeLoad;
import io.amoeba.freshreads.choice.ReplicaChoice;
import io.amoeba.freshreads.proof.AbsentAnswer;
import io.amoeba.freshreads.proof.Heartbeat;
import io.amoeba.freshreads.proof.OffsetMarks;
import io.amoeba.freshreads.proof.ReplicaProof;
import io.amoeba.freshreads.proof.StalenessBound;
import io.amoeba.micro.TimedBenchmark;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * The bookkeeping of a fresh read that a replica answers, in the order of {@code FreshRead}: which
 * replicas are fresh, the choice, the proof, the counts, and the judgement of the answer. It lacks
 * lettuce's command, the caller's future, and the read's entry among those without an answer. The
 * goal: no allocation, that is, about 0 B/op as {@code gc.alloc.rate.norm} of
 *
 * <pre>{@code
 * java -jar benchmarks/micro/target/benchmarks.jar JudgedAnswerBenchmark -prof gc
 * }</pre>
 *
 * In this package because the counts are package-private.
 */
public class JudgedAnswerBenchmark extends TimedBenchmark {

  private static final int WARM_LATENCIES = 64;
  private static final long LATENCY_NANOS = 300_000;

  /** No proof of an iteration is ever older. */
  private static final Duration BOUND = Duration.ofMinutes(10);

  /** Of the shard. */
  @Param({"2", "31"})
  public int replicaCount = 2;

  private final StalenessBound bound = StalenessBound.of(BOUND);
  private final AbsentAnswer absent = new AbsentAnswer(one -> false);
  private final ReadCounts counts = new ReadCounts();
  private final LongAdder reads = new LongAdder();
  private final LongAdder replicaReads = new LongAdder();
  private NodeLoad[] loads = {};
  private ReplicaProof[] proofs = {};

  /** No constant, which the compiler would judge in advance. */
  private String answer = "value";

  /** Replicas that have answered, and have shown a heartbeat. */
  @Setup(Level.Iteration)
  public void proveReplicas() {
    answer = "value" + replicaCount;
    Heartbeat heartbeat = new Heartbeat("process");
    loads = Stream.generate(NodeLoad::new).limit(replicaCount).toArray(NodeLoad[]::new);
    proofs =
        Stream.generate(() -> new ReplicaProof(heartbeat, new OffsetMarks()))
            .limit(replicaCount)
            .toArray(ReplicaProof[]::new);
    long nowNanos = System.nanoTime();
    byte[] shown = heartbeat.value(nowNanos).getBytes(StandardCharsets.US_ASCII);
    for (int replica = 0; replica < replicaCount; replica++) {
      proofs[replica].show(ByteBuffer.wrap(shown), nowNanos);
      for (int i = 0; i < WARM_LATENCIES; i++) {
        loads[replica].sent(nowNanos);
        loads[replica].answered(LATENCY_NANOS, nowNanos);
      }
    }
  }

  /** The set of fresh replicas. */
  @Benchmark
  public int freshReplicas() {
    return fresh(System.nanoTime());
  }

  /** A read that a replica answers and that is handed over. */
  @Benchmark
  public boolean judgedAnswer() {
    long startNanos = System.nanoTime();
    reads.increment();
    int chosen =
        ReplicaChoice.chooseReplica(
            loads, fresh(startNanos), ThreadLocalRandom.current().nextLong());
    NodeLoad load = loads[chosen];
    long provenNanos = proofs[chosen].provenNanos();
    boolean sends = bound.admits(provenNanos, startNanos);
    replicaReads.increment();
    load.sent(startNanos);

    long answeredNanos = System.nanoTime();
    load.answered(answeredNanos - startNanos, answeredNanos);
    if (!sends || absent.matches("HGET", answer)) {
      counts.refused(Refusal.ABSENT);
      return false;
    }
    long nowNanos = System.nanoTime();
    if (!bound.admits(provenNanos, nowNanos)) {
      counts.refused(Refusal.OLD);
      return false;
    }
    counts.answeredByReplica(nowNanos - startNanos, nowNanos - provenNanos);
    return true;
  }

  private int fresh(long nowNanos) {
    int set = 0;
    for (int replica = 0; replica < loads.length; replica++) {
      long answerNanos = nowNanos + loads[replica].averageNanos();
      if (bound.admits(proofs[replica].provenNanos(), answerNanos)) {
        set |= 1 << replica;
      }
    }
    return set;
  }
}
