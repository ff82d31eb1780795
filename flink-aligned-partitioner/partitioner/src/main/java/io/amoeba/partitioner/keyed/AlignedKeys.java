package io.amoeba.partitioner.keyed;

import java.util.Objects;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.functions.KeySelector;

/**
 * Keys a stream so that each subtask has a contiguous range of Redis' hash slots: keyed state,
 * timers and windows stay Flink's own, across savepoints and rescaling. Keys and job must have the
 * same, fixed maximum parallelism; if the job has another one, that costs locality, never state.
 * Stateless, safe for concurrent use. Source: docs/adr/0008.
 */
public final class AlignedKeys {

  private AlignedKeys() {}

  /**
   * Key selector for {@code keyBy}.
   *
   * @param maxParallelism the job's maximum parallelism: a power of two from 1 to 16384
   * @param redisKey the Redis key that a record's processing will access, hash tag included
   * @throws IllegalArgumentException if the maximum parallelism is another number
   */
  public static <T> KeySelector<T, AlignedKey> of(
      int maxParallelism, KeySelector<T, String> redisKey) {
    return new AlignedKeySelector<>(maxParallelism, Objects.requireNonNull(redisKey, "redisKey"));
  }

  /**
   * Type of aligned keys, for places where Flink cannot know it, such as records that hold one.
   *
   * @throws IllegalArgumentException unless the maximum parallelism is a power of two from 1 to
   *     16384
   */
  public static TypeInformation<AlignedKey> type(int maxParallelism) {
    return new AlignedKeyTypeInfo(maxParallelism);
  }

  /**
   * Checks the operator behind {@code keyBy} in its {@code open}: with another maximum parallelism
   * than the keys are made for, Flink works, but hash slots are not where they are expected.
   *
   * @throws IllegalStateException if they differ
   */
  public static void checkMaxParallelism(RuntimeContext context, int maxParallelism) {
    TaskInfo task = context.getTaskInfo();
    int actual = task.getMaxNumberOfParallelSubtasks();
    if (actual != maxParallelism) {
      throw new IllegalStateException(
          "max parallelism of "
              + task.getTaskName()
              + " is "
              + actual
              + ", but its aligned keys are made for "
              + maxParallelism
              + ": its hash slots are not on the subtasks where they are expected. Set"
              + " pipeline.max-parallelism (env.setMaxParallelism) to "
              + maxParallelism
              + "; for a job with state, pass AlignedKeys.of its original number.");
    }
  }
}
