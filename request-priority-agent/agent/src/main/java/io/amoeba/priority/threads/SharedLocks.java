package io.amoeba.priority.threads;

import io.amoeba.priority.settings.PriorityCounters;
import java.util.Collection;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.IMutation;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.db.Mutation;
import org.apache.cassandra.db.memtable.SkipListMemtable;
import org.apache.cassandra.db.partitions.PartitionUpdate;

/** Whether writes take locks for which writes of other classes wait. Safe for concurrent use. */
public final class SharedLocks {

  private final PriorityCounters counters;

  public SharedLocks(PriorityCounters counters) {
    this.counters = counters;
  }

  /**
   * False for counters, for tables with views or indexes, and for all memtables but skip lists:
   * those of tries lock a shard. False, too, where it is not known, as with triggers, which may
   * write to other tables.
   */
  public boolean areAvoidedBy(Collection<? extends IMutation> writes) {
    try {
      for (IMutation write : writes) {
        if (!(write instanceof Mutation mutation) || !isFree(mutation)) {
          return false;
        }
      }
      return true;
    } catch (RuntimeException | Error e) {
      counters.hookFailed();
      return false;
    }
  }

  private static boolean isFree(Mutation write) {
    for (PartitionUpdate update : write.getPartitionUpdates()) {
      ColumnFamilyStore table = Keyspace.openAndGetStoreIfExists(update.metadata());
      if (table == null
          || update.metadata().isCounter()
          || !update.metadata().triggers.isEmpty()
          || !update.metadata().indexes.isEmpty()
          || table.getTracker().getView().getCurrentMemtable().getClass() != SkipListMemtable.class
          || !table.keyspace.viewManager.forTable(update.metadata().id).isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
