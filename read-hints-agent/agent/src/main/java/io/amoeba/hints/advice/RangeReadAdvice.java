package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.PartitionRangeReadCommand;
import org.apache.cassandra.locator.ReplicaPlan;

/** A part of a range read that has been sent to its replicas. */
final class RangeReadAdvice {

  private RangeReadAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.FieldValue("command") PartitionRangeReadCommand command,
      @Advice.Argument(0) ReplicaPlan.ForRangeRead plan) {
    HintHooks.scanned(command, plan);
  }
}
