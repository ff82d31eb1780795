package io.amoeba.freshreads.checks;

import io.amoeba.staleness.Acknowledgements;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares answers with the acknowledged writes. An answer that was handed over at <i>d</i> is
 * staler than a bound <i>B</i> if a newer write of its key was acknowledged before <i>d − B</i>.
 * Safe for concurrent use.
 *
 * <p>A verdict "over the bound" is certain, whatever threads and processes were paused in between:
 *
 * <ul>
 *   <li>A write counts from its acknowledgement, dated when or after the writer saw it. The primary
 *       executed it earlier. So a write dated before <i>d − B</i> was executed before <i>d − B</i>,
 *       and an answer that contains everything up to some <i>p ≥ d − B</i> contains it.
 *   <li>An answer is dated at a moment that is not after its hand-over ({@link AnswerMoments}).
 *       With a later one, a pause of the reader after the hand-over would look like staleness.
 *   <li>A write that a failover lost counts as never acknowledged: no server can return it.
 *   <li>Numbers of a key never fall in one history of a primary ({@link StampWriter}), so an older
 *       number means that newer writes are missing.
 * </ul>
 *
 * <p>What it misses is staler than the bound by less than one round trip of the writer, or was
 * handed over right after a pause, once per thread and pause.
 */
final class StalenessJudge {

  private static final long CALM_NANOS = Duration.ofSeconds(1).toNanos();

  /** An answer that was over the bound when it was judged. */
  private record Suspect(int key, int number, long nanos, long ageNanos, boolean fromReplica) {}

  private final List<Acknowledgements> writes;
  private final long boundNanos;

  // Guarded by this.
  private final List<Suspect> suspects = new ArrayList<>();
  private long judged;
  private long fromReplicas;
  private long oldestNanos;
  private long calm;

  /**
   * @param writes of each key, by its index
   * @param bound the smallest that will be asked for
   */
  StalenessJudge(List<Acknowledgements> writes, Duration bound) {
    this.writes = writes;
    this.boundNanos = bound.toNanos();
  }

  /**
   * @param number the newest write that the answer contains; 0 for none
   * @param handedOverNanos a moment that is not after the hand-over
   */
  void judge(int key, int number, long handedOverNanos, boolean fromReplica) {
    long ageNanos = ageNanos(key, number, handedOverNanos);
    synchronized (this) {
      judged++;
      fromReplicas += fromReplica ? 1 : 0;
      calm = ageNanos > CALM_NANOS ? 0 : calm + 1;
      if (ageNanos > boundNanos) {
        suspects.add(new Suspect(key, number, handedOverNanos, ageNanos, fromReplica));
      } else {
        oldestNanos = Math.max(oldestNanos, ageNanos);
      }
    }
  }

  private long ageNanos(int key, int number, long handedOverNanos) {
    return writes.get(key).staleNanos(number, handedOverNanos);
  }

  /** Answers judged so far. */
  synchronized long judged() {
    return judged;
  }

  /** Answers of replicas so far. */
  synchronized long fromReplicas() {
    return fromReplicas;
  }

  /** How many answers there have been since the last one that was over a second old. */
  synchronized long calmAnswers() {
    return calm;
  }

  /** Answers so far that were over a bound when they were judged. */
  synchronized long suspects(Duration over) {
    return suspects.stream().filter(suspect -> suspect.ageNanos() > over.toNanos()).count();
  }

  /** Forgets all answers so far. */
  synchronized void forget() {
    suspects.clear();
    judged = 0;
    fromReplicas = 0;
    oldestNanos = 0;
  }

  /** What was found; suspects are judged again, without the writes that turned out to be lost. */
  synchronized Verdict verdict() {
    Verdict verdict = new Verdict(judged, fromReplicas, new ArrayList<>(), new ArrayList<>());
    verdict.replicaAges().add(Duration.ofNanos(oldestNanos));
    for (Suspect suspect : suspects) {
      List<Duration> ages = suspect.fromReplica() ? verdict.replicaAges() : verdict.primaryAges();
      ages.add(Duration.ofNanos(ageNanos(suspect.key(), suspect.number(), suspect.nanos())));
    }
    return verdict;
  }

  /**
   * What a judge found. Immutable for its readers.
   *
   * @param replicaAges ages of all stale answers of replicas, and the oldest age within the bound
   * @param primaryAges ages of stale answers of primaries, as one gives that was replaced
   */
  record Verdict(
      long judged, long fromReplicas, List<Duration> replicaAges, List<Duration> primaryAges) {

    /** How many answers of replicas were staler than a bound. */
    long over(Duration bound) {
      return replicaAges.stream().filter(age -> age.compareTo(bound) > 0).count();
    }

    /** How many answers of primaries were. */
    long overFromPrimaries(Duration bound) {
      return primaryAges.stream().filter(age -> age.compareTo(bound) > 0).count();
    }

    /** The age of the stalest answer of a replica. */
    Duration worstAge() {
      return replicaAges.stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    double replicaShare() {
      return judged == 0 ? 0 : (double) fromReplicas / judged;
    }
  }
}
