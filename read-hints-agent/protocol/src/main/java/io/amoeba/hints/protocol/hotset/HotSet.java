package io.amoeba.hints.protocol.hotset;

import io.amoeba.hints.protocol.batch.ReadHint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The hints that were read most often recently, with their approximate counts. Holds at most twice
 * its capacity. Confined to one thread.
 */
public final class HotSet {

  /*
   * Counting with pruning, after Lossy Counting (Manku and Motwani, VLDB 2002): whenever there are
   * twice as many hints as wanted, the less frequent half goes, and the counts of the others are
   * halved. A hint that is read more often than 1/capacity of all reads stays; what is no longer
   * read fades. Pruning happens once for every capacity of new hints, and sorts numbers only.
   *
   * From then on some of an interval's hints count for all: finding one in so large a set is a walk
   * through memory that no cache holds, which shows in what sending a hint takes.
   */

  private static final int SPARE = 2;

  /** About so many of an interval are looked for in a set that is full: some hundred a second. */
  private static final int OF_AN_INTERVAL = 32;

  private final Map<ReadHint, Integer> counts = new HashMap<>();
  private final int capacity;
  private boolean crowded;
  private int sampled = 1;
  private int turn;

  /** Keeps about this many hints; 0 keeps none. */
  public HotSet(int capacity) {
    this.capacity = capacity;
  }

  /** An interval with so many hints begins. */
  public void begin(int hints) {
    sampled = crowded ? Math.max(1, hints / OF_AN_INTERVAL) : 1;
  }

  /** Counts reads of a hint. */
  public void add(ReadHint hint, int reads) {
    if (capacity == 0) {
      return;
    }
    turn = (turn + 1) % sampled;
    if (turn != 0) {
      return;
    }
    counts.merge(
        hint, reads * sampled, (known, more) -> (int) Math.min((long) known + more, 1 << 30));
    if (counts.size() > SPARE * capacity) {
      crowded = true;
      prune();
    }
  }

  private void prune() {
    int excess = counts.size() - capacity;
    int[] sorted = counts.values().stream().mapToInt(Integer::intValue).sorted().toArray();
    int border = sorted[excess - 1];
    int below = 0;
    while (sorted[below] < border) {
      below++;
    }
    // Hints with the border's count, of which not all have to go.
    int atBorder = excess - below;
    for (Iterator<Map.Entry<ReadHint, Integer>> all = counts.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<ReadHint, Integer> entry = all.next();
      int count = entry.getValue();
      if (count < border) {
        all.remove();
      } else if (count == border && atBorder > 0) {
        atBorder--;
        all.remove();
      } else {
        entry.setValue((count + 1) / 2);
      }
    }
  }

  private List<Map.Entry<ReadHint, Integer>> byFrequency() {
    List<Map.Entry<ReadHint, Integer>> entries = new ArrayList<>();
    counts.forEach((hint, count) -> entries.add(Map.entry(hint, count)));
    entries.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
    return entries;
  }

  /** Hints, most frequent first. */
  public List<ReadHint> hottest(int limit, Predicate<ReadHint> wanted) {
    return byFrequency().stream().map(Map.Entry::getKey).filter(wanted).limit(limit).toList();
  }

  public int size() {
    return counts.size();
  }
}
