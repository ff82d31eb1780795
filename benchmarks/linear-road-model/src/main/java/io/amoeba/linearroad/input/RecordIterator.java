package io.amoeba.linearroad.input;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/** The records of a source up to a second. Confined to one thread. */
public final class RecordIterator implements Iterator<InputRecord> {
  private final RecordSource source;
  private final int lastSecond;
  private final Queue<InputRecord> ofSecond = new ArrayDeque<>();
  private boolean ended;

  /** Ends after {@code lastSecond}. */
  public RecordIterator(RecordSource source, int lastSecond) {
    this.source = source;
    this.lastSecond = lastSecond;
  }

  @Override
  public boolean hasNext() {
    while (ofSecond.isEmpty() && !ended) {
      ended = !source.hasNextSecond() || source.nextSecond(ofSecond::add) > lastSecond;
      if (ended) {
        ofSecond.clear();
      }
    }
    return !ofSecond.isEmpty();
  }

  @Override
  public InputRecord next() {
    if (!hasNext()) {
      throw new NoSuchElementException("no record is left: call hasNext first");
    }
    return ofSecond.remove();
  }
}
