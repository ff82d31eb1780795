package io.amoeba.linearroad.job.probe;

import java.io.Serializable;

/** A number that is the same for values with the same Redis key, and hardly for others. */
@FunctionalInterface
public interface KeyHash<T> extends Serializable {
  /** The number of the key that a value accesses. */
  long keyHash(T value);
}
