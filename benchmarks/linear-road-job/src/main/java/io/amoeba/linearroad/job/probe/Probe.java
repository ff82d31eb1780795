package io.amoeba.linearroad.job.probe;

import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.ToHashSlot;
import java.io.Serializable;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The order probe of one exchange: values are stamped directly before the router, and accesses
 * logged to a folder on each task manager. Immutable.
 */
public record Probe<T>(
    String operator, String folder, ToHashSlot<T> valueHashSlot, KeyHash<T> keyHash)
    implements Serializable {
  /** A number that is the same for values with the same Redis key, and hardly for others. */
  @FunctionalInterface
  public interface KeyHash<T> extends Serializable {
    /** The number of the key that a value accesses. */
    long keyHash(T value);
  }

  /** The input with stamps; chained to what follows it with the same parallelism. */
  public DataStream<Stamped<T>> stamp(DataStream<T> input) {
    return input
        .map(new Stamp<>(valueHashSlot))
        .returns(Stamped.type(input.getType()))
        .name(operator + " stamp")
        .setParallelism(input.getParallelism());
  }

  /** The hash slot of a stamped value. */
  public ToHashSlot<Stamped<T>> hashSlot() {
    ToHashSlot<T> ofValue = valueHashSlot;
    return stamped -> ofValue.hashSlot(stamped.value());
  }

  /** The function with a log of its accesses. */
  public <O> AlignedFunction<Stamped<T>, O> logging(RedisFunction<T, ?, O> function) {
    return new Probed<>(function, this);
  }
}
