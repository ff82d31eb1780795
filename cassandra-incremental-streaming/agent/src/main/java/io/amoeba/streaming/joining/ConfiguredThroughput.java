package io.amoeba.streaming.joining;

import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.compaction.CompactionManager;

/** This node's own limit of compaction, as {@code nodetool setcompactionthroughput} sets it. */
final class ConfiguredThroughput implements CompactionRampUp.Throughput {

  @Override
  public double get() {
    return DatabaseDescriptor.getCompactionThroughputBytesPerSec();
  }

  @Override
  public void set(int bytesPerSecond) {
    DatabaseDescriptor.setCompactionThroughputBytesPerSec(bytesPerSecond);
    // Compactions that run already see it, too.
    CompactionManager.instance.setRateInBytes(bytesPerSecond);
  }
}
