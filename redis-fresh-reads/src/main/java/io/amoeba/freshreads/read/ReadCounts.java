package io.amoeba.freshreads.read;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What became of all reads since the opening. Safe for concurrent use, lock-free. */
public final class ReadCounts {
  private final LongAdder primaryAnswers = new LongAdder();
  private final LongAdder primaryNanos = new LongAdder();
  private final LongAdder replicaAnswers = new LongAdder();
  private final LongAdder replicaNanos = new LongAdder();
  private final LongAdder ageNanos = new LongAdder();
  private final LongAccumulator largestAgeNanos = new LongAccumulator(Math::max, 0);
  private final LongAdder hedges = new LongAdder();
  private final LongAdder withoutReplica = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final Map<Refusal, LongAdder> refusals = new EnumMap<>(Refusal.class);

  public ReadCounts() {
    for (Refusal refusal : Refusal.values()) {
      refusals.put(refusal, new LongAdder());
    }
  }

  void answeredByPrimary(long latencyNanos) {
    primaryAnswers.increment();
    primaryNanos.add(latencyNanos);
  }

  void answeredByReplica(long latencyNanos, long provenAgeNanos) {
    replicaAnswers.increment();
    replicaNanos.add(latencyNanos);
    ageNanos.add(provenAgeNanos);
    if (provenAgeNanos > largestAgeNanos.get()) {
      largestAgeNanos.accumulate(provenAgeNanos);
    }
  }

  @SuppressWarnings("NullAway") // each constant has one
  void refused(Refusal refusal) {
    refusals.get(refusal).increment();
  }

  void hedged() {
    hedges.increment();
  }

  void foundNoFreshReplica() {
    withoutReplica.increment();
  }

  void failed() {
    failures.increment();
  }

  public long primaryAnswers() {
    return primaryAnswers.sum();
  }

  /** Sum of the times from the call to the hand-over. */
  public long primaryNanos() {
    return primaryNanos.sum();
  }

  public long replicaAnswers() {
    return replicaAnswers.sum();
  }

  /** Sum of the times from the call to the hand-over. */
  public long replicaNanos() {
    return replicaNanos.sum();
  }

  /** Sum of the proven ages at the hand-over. */
  public long ageNanos() {
    return ageNanos.sum();
  }

  public long largestAgeNanos() {
    return largestAgeNanos.get();
  }

  /** Reads that were sent to the primary before the replica had answered. */
  public long hedges() {
    return hedges.sum();
  }

  /** Reads that found no replica within the bound, in a shard with replicas. */
  public long withoutReplica() {
    return withoutReplica.sum();
  }

  public long failures() {
    return failures.sum();
  }

  @SuppressWarnings("NullAway") // each constant has one
  public long refusals(Refusal refusal) {
    return refusals.get(refusal).sum();
  }
}
