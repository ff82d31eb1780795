package io.amoeba.hints.replay;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.jspecify.annotations.Nullable;

/** The part of a node's read path that fills caches and records nothing. Stateless. */
final class LocalReads {

  /** Takes a partition's rows; false when it wants no other partition. */
  interface Rows {
    boolean read(UnfilteredRowIterator rows);
  }

  /** Fills the row cache, too. Protected; the check of symbols has found it. */
  private static final Method THROUGH_CACHE = throughCache();

  private LocalReads() {}

  private static Method throughCache() {
    try {
      Method method =
          SinglePartitionReadCommand.class.getDeclaredMethod(
              "queryStorage", ColumnFamilyStore.class, ReadExecutionController.class);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  static void run(ColumnFamilyStore table, SinglePartitionReadCommand command, Rows rows) {
    try (ReadExecutionController controller = command.executionController()) {
      if (table.isRowCacheEnabled()) {
        try (UnfilteredPartitionIterator partitions = cached(table, command, controller)) {
          if (partitions != null) {
            readAll(partitions, rows);
          }
        }
      } else {
        try (UnfilteredRowIterator partition = command.queryMemtableAndDisk(table, controller)) {
          rows.read(partition);
        }
      }
    }
  }

  static void run(ColumnFamilyStore table, PartitionRangeReadCommand command, Rows rows) {
    try (ReadExecutionController controller = command.executionController();
        UnfilteredPartitionIterator partitions = command.queryStorage(table, controller)) {
      readAll(partitions, rows);
    }
  }

  private static void readAll(UnfilteredPartitionIterator partitions, Rows rows) {
    boolean more = true;
    while (more && partitions.hasNext()) {
      try (UnfilteredRowIterator partition = partitions.next()) {
        more = rows.read(partition);
      }
    }
  }

  private static @Nullable UnfilteredPartitionIterator cached(
      ColumnFamilyStore table,
      SinglePartitionReadCommand command,
      ReadExecutionController controller) {
    try {
      return (UnfilteredPartitionIterator) THROUGH_CACHE.invoke(command, table, controller);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException("The local read failed: " + e.getCause(), e.getCause());
    }
  }
}
