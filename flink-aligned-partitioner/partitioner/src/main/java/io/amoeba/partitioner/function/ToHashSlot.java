package io.amoeba.partitioner.function;

import java.io.Serializable;

/**
 * The hash slot of the Redis key that a value's processing will access; it must be computed from
 * the same key text, hash tag included, or locality is silently lost. Called once per record in the
 * task thread: no blocking, no allocation.
 */
@FunctionalInterface
public interface ToHashSlot<T> extends Serializable {

  /** Hash slot, 0 … 16383; see {@link io.amoeba.partitioner.placement.HashSlot}. */
  int hashSlot(T value);
}
