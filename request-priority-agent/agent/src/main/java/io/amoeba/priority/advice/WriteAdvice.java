package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.IMutation;

/** A request writes. */
final class WriteAdvice {

  private WriteAdvice() {}

  @Advice.OnMethodEnter(suppress = Throwable.class)
  static void enter(
      @Advice.Argument(0) List<? extends IMutation> writes, @Advice.Argument(2) boolean logged) {
    PriorityHooks.beginWrite(writes, logged);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
  static void exit() {
    PriorityHooks.endWrite();
  }
}
