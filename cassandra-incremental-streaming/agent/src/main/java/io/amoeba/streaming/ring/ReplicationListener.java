package io.amoeba.streaming.ring;

import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.SchemaChangeListener;

/** Reports new keyspaces and changes of their replicas. */
public final class ReplicationListener implements SchemaChangeListener {

  private final Runnable changed;

  public ReplicationListener(Runnable changed) {
    this.changed = changed;
  }

  @Override
  public void onCreateKeyspace(KeyspaceMetadata keyspace) {
    changed.run();
  }

  @Override
  public void onAlterKeyspace(KeyspaceMetadata before, KeyspaceMetadata after) {
    if (!before.params.replication.equals(after.params.replication)) {
      changed.run();
    }
  }
}
