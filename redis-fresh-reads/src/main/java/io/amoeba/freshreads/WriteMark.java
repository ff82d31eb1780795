package io.amoeba.freshreads;

/**
 * A moment of this JVM after which a read must see everything that was written before it. Take it
 * when an own write has been acknowledged. Immutable, valid in this process only.
 *
 * @see BoundedReads#mark()
 */
public final class WriteMark {
  private final long nanos;

  WriteMark(long nanos) {
    this.nanos = nanos;
  }

  long nanos() {
    return nanos;
  }
}
