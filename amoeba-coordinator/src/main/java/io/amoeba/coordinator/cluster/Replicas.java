package io.amoeba.coordinator.cluster;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The replicas of one primary. Immutable.
 *
 * @param readShare the replicas' part of all keys that commands looked up in order to read, between
 *     the last two readings, 0 … 1; empty: unknown
 */
public record Replicas(List<Replica> all, OptionalDouble readShare) {

  /** A primary without replicas. */
  public static final Replicas NONE = new Replicas(List.of(), OptionalDouble.empty());

  public Replicas {
    all = List.copyOf(all);
  }
}
