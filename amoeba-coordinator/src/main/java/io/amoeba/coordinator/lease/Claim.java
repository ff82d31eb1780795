package io.amoeba.coordinator.lease;

/**
 * What the leader of a term says of itself. Immutable.
 *
 * @param term 1, 2, 3, …; the largest one counts
 * @param holder names one start of one coordinator; empty: it has not said so yet
 * @param address where it answers
 * @param beat grows while the holder lives
 * @param resigned whether it leads no more and says so
 */
public record Claim(long term, String holder, String address, long beat, boolean resigned) {

  /** The same, a moment later. */
  Claim next() {
    return new Claim(term, holder, address, beat + 1, resigned);
  }

  /** The last word. */
  Claim resign() {
    return new Claim(term, holder, address, beat + 1, true);
  }
}
