package io.amoeba.linearroad.job.probe;

import io.amoeba.partitioner.function.ToHashSlot;
import java.io.Serializable;

/** How the hash slot of a value and, for the order probe, its key are found. Immutable. */
public record Keyed<T>(ToHashSlot<T> hashSlot, KeyHash<T> keyHash) implements Serializable {
  /** A number that is the same for values with the same Redis key, and hardly for others. */
  @FunctionalInterface
  public interface KeyHash<T> extends Serializable {
    /** The number of the key that a value accesses. */
    long keyHash(T value);
  }
}
