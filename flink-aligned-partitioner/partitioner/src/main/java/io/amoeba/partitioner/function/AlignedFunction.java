package io.amoeba.partitioner.function;

import org.apache.flink.api.common.functions.AbstractRichFunction;

/**
 * The function behind an aligned exchange. Values of one hash slot reach one subtask at a time, in
 * the order in which each router sent them. It may start work and complete it later (for example a
 * batch of Redis commands), but must hold no other state per key: hash slots move between subtasks
 * while the job runs. Confined to the task thread.
 */
public abstract class AlignedFunction<I, O> extends AbstractRichFunction {

  private static final long serialVersionUID = 1L;

  /**
   * Processes a value, or starts to.
   *
   * @param timestamp of the record in milliseconds, {@link Long#MIN_VALUE} if it has none
   */
  public abstract void process(I value, long timestamp, Emitter<O> out) throws Exception;

  /**
   * Completes and emits everything started. Called before a checkpoint barrier, before a watermark
   * continues, before hash slots leave this subtask, at the end of input, and some milliseconds
   * after the first value that was not completed.
   */
  public void flush(Emitter<O> out) throws Exception {}

  /**
   * Whether something was started and is not completed, asked after {@link #process} of functions
   * that override {@link #flush}. False spares the flush, and the timer for it.
   */
  public boolean hasUnfinished() {
    return true;
  }
}
