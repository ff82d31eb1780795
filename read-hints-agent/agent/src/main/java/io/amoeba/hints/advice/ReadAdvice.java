package io.amoeba.hints.advice;

import io.amoeba.hints.hooks.HintHooks;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ReadCommand;
import org.apache.cassandra.locator.ReplicaPlan;

/** A read that has been answered; one that fails throws, and does not get here. */
final class ReadAdvice {

  private ReadAdvice() {}

  @Advice.OnMethodExit(suppress = Throwable.class)
  static void exit(
      @Advice.FieldValue("command") ReadCommand command,
      @Advice.FieldValue("replicaPlan") ReplicaPlan.SharedForTokenRead plan) {
    HintHooks.answered(command, plan);
  }
}
