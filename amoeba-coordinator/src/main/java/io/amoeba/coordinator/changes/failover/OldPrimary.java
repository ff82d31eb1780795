package io.amoeba.coordinator.changes.failover;

/** What is to become of a primary that has been replaced. */
public enum OldPrimary {
  /** It stays as a replica of the new one. */
  KEEP,
  /** It leaves the cluster, empty and with another id; its process goes on. */
  RETIRE
}
