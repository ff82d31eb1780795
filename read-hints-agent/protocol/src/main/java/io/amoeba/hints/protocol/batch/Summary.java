package io.amoeba.hints.protocol.batch;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The reads of one interval, each key once: how often it was read, and who answered. A replica that
 * answered one of these reads is warm for all of them. Confined to one thread. After section 4.10
 * of the read-hints paper.
 *
 * @param <E> a node's address
 */
public final class Summary<E> {

  /** What is known of a hint's reads. */
  public static final class Reads<E> {

    private Collection<E> contacted;
    private int count = 1;

    private Reads(Collection<E> contacted) {
      this.contacted = contacted;
    }

    /** All who answered one of the reads, each once. */
    public Collection<E> contacted() {
      return contacted;
    }

    /** Nearly always the same have answered: the collection is kept as it came. */
    private void add(Collection<E> more) {
      count++;
      if (contacted != more && !contacted.containsAll(more)) {
        Set<E> all = new LinkedHashSet<>(contacted);
        all.addAll(more);
        contacted = all;
      }
    }

    public int count() {
      return count;
    }
  }

  private static final float LOAD = 0.75f;

  private final Map<ReadHint, Reads<E>> reads;

  /** Expects so many different hints. */
  public Summary(int hints) {
    reads = new LinkedHashMap<>((int) (hints / LOAD) + 1, LOAD);
  }

  /**
   * Adds a read.
   *
   * @param contacted who answered, each once; it is kept, and must not change
   */
  public void add(ReadHint hint, Collection<E> contacted) {
    // Most are new: one lookup, which costs the others an object.
    Reads<E> known = reads.putIfAbsent(hint, new Reads<>(contacted));
    if (known != null) {
      known.add(contacted);
    }
  }

  /** Different hints. */
  public int size() {
    return reads.size();
  }

  public void forEach(BiConsumer<ReadHint, Reads<E>> action) {
    reads.forEach(action);
  }

  /** For each hint how often it was read. */
  public Map<ReadHint, Integer> counts() {
    Map<ReadHint, Integer> counts = new HashMap<>();
    reads.forEach((hint, known) -> counts.put(hint, known.count));
    return counts;
  }
}
