package io.amoeba.priority.advice;

import io.amoeba.priority.hooks.PriorityHooks;
import java.util.concurrent.ConcurrentSkipListMap;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.concurrent.SharedExecutorPool;

/** A pool finds a worker for some work, or starts one. */
final class ScheduleAdvice {

  private ScheduleAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(
      @Advice.This SharedExecutorPool pool,
      @Advice.Argument(0) Object work,
      @Advice.FieldValue("spinning") ConcurrentSkipListMap<?, ?> spinning,
      @Advice.FieldValue("descheduled") ConcurrentSkipListMap<?, ?> descheduled) {
    return spinning.isEmpty() && descheduled.isEmpty() && PriorityHooks.startsElsewhere(pool, work);
  }
}
