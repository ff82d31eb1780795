package io.amoeba.coordinator.execute.migration;

/**
 * What a server says of its replication. Immutable. Source: Redis command reference, INFO,
 * "replication".
 *
 * @param linkUp for a replica: whether its link to its primary works
 * @param syncing for a replica: whether it is receiving a whole copy
 * @param offset bytes of the replication stream: written by a primary, applied by a replica
 */
public record Replication(boolean linkUp, boolean syncing, long offset) {

  /** Of a primary. */
  public static Replication ofPrimary(long offset) {
    return new Replication(false, false, offset);
  }
}
