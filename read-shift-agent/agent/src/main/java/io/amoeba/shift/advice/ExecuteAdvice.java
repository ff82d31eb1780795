package io.amoeba.shift.advice;

import io.amoeba.shift.hooks.ShiftHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.compaction.AbstractCompactionTask;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;

/** A compaction is about to run, on the thread that compacts. */
final class ExecuteAdvice {

  private ExecuteAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This AbstractCompactionTask task,
      @Advice.FieldValue("cfs") ColumnFamilyStore table,
      @Advice.FieldValue("transaction") LifecycleTransaction transaction,
      @Advice.FieldValue("isUserDefined") boolean userDefined,
      @Advice.FieldValue("compactionType") OperationType type) {
    return ShiftHooks.postpones(task, table, transaction, userDefined, type);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit(@Advice.This AbstractCompactionTask task) {
    ShiftHooks.ended(task);
  }
}
