package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.placement.protocol.MalformedPlacementException;
import io.amoeba.partitioner.placement.protocol.PlacementDocument;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The newest term of coordinators that was seen. A document of an earlier one is refused, and one
 * of a term that cannot have come yet. Not safe for concurrent use. Source: placement protocol,
 * "Limits of documents".
 */
final class TermMemory {

  /** Leaders that may have changed without a word to this process. */
  private static final long STEP = 1_000;

  /** The same before the first word. */
  private static final long FIRST = 1L << 20;

  /**
   * Longer than the longest lease, by which a former leader that was paused knows that it is one.
   * Without an end, one forged document would keep every coordinator out until this process ends.
   */
  static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(15);

  private final LongSupplier nanos;
  private long highest;
  private long shownNanos;

  /** Knows of no term; {@code nanos} is a clock that is never set. */
  TermMemory(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Refuses a document of a term that is over, or cannot have come yet. */
  void check(PlacementDocument document) throws MalformedPlacementException {
    long term = document.term();
    long known = isForgotten() ? 0 : highest;
    if (term < known) {
      throw new MalformedPlacementException(
          (term == 0
                  ? "it names no term, but coordinators here lead by terms"
                  : "it is of term " + term + ", and term " + known + " has begun")
              + "; if that term was never theirs, it is forgotten "
              + FORGOTTEN_AFTER.toMinutes()
              + " min after its last document, or when the task manager is started again");
    }
    long latest = known == 0 ? FIRST : known + STEP;
    if (term > latest) {
      throw new MalformedPlacementException(
          "it is of term " + term + ", and there cannot be a later one than " + latest + " yet");
    }
  }

  /** The coordinator of this document is heard of. */
  void shown(PlacementDocument document) {
    if (isForgotten() || document.term() >= highest) {
      highest = document.term();
      shownNanos = nanos.getAsLong();
    }
  }

  private boolean isForgotten() {
    return nanos.getAsLong() - shownNanos > FORGOTTEN_AFTER.toNanos();
  }
}
