package io.amoeba.shift.advice;

import io.amoeba.shift.hooks.ShiftHooks;
import java.util.Collections;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;

/** A table's next background compaction is submitted. No submission is a legal answer. */
final class SubmitAdvice {

  private SubmitAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(@Advice.Argument(0) ColumnFamilyStore table) {
    return ShiftHooks.keepsFromSubmitting(table);
  }

  @Advice.OnMethodExit(suppress = Throwable.class)
  @SuppressWarnings({"unused", "UnusedAssignment"}) // Byte Buddy takes it as the returned value.
  static void exit(@Advice.Enter boolean kept, @Advice.Return(readOnly = false) List<?> submitted) {
    if (kept) {
      submitted = Collections.emptyList();
    }
  }
}
