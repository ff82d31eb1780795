package io.amoeba.linearroad.rating;

import java.io.IOException;

/** Searches for the largest number that passes, by doubling and then by halving. Stateless. */
final class LRatingSearch {
  private LRatingSearch() {}

  /** Tries a number of expressways. */
  @FunctionalInterface
  interface Trial {
    boolean passes(int expressways) throws IOException, InterruptedException;
  }

  /** The largest number from 1 to {@code max} that passes; 0 if none does. */
  static int search(int start, int max, Trial trial) throws IOException, InterruptedException {
    int good = 0;
    int bad = max + 1;
    int next = start;
    while (bad - good > 1) {
      if (trial.passes(next)) {
        good = next;
      } else {
        bad = next;
      }
      next = bad <= max ? (good + bad) / 2 : Math.min(2 * good, max);
    }
    return good;
  }
}
