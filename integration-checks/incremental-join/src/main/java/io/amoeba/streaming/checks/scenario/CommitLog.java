package io.amoeba.streaming.checks.scenario;

import io.amoeba.embedded.cassandra.StartOptions;

/** When a write is in a node's commit log. */
enum CommitLog {
  /** Before the write is acknowledged. */
  SYNCED,
  /** The same, and in segments that are no memory-mapped files. */
  COMPRESSED,
  /** Cassandra's default: soon after it is acknowledged. */
  PERIODIC;

  StartOptions addTo(StartOptions options) {
    return switch (this) {
      case SYNCED -> options.withSyncedCommitLog();
      case COMPRESSED -> options.withSyncedCommitLog().withCompressedCommitLog();
      case PERIODIC -> options;
    };
  }
}
