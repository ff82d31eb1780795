package io.amoeba.linearroad.job.probe;

import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.ToHashSlot;
import java.io.Serializable;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * The order probe of one exchange: values are stamped directly before the router, and accesses
 * logged to a folder on each task manager. Immutable.
 */
public record Probe<T>(String operator, String folder, Keyed<T> keyed) implements Serializable {
  /**
   * The input with the stamps of {@link Stamp}; chained to what follows it with the same
   * parallelism.
   */
  public DataStream<Tuple3<T, Long, Long>> stamp(DataStream<T> input) {
    return input
        .map(new Stamp<>(keyed.hashSlot()))
        .returns(Types.TUPLE(input.getType(), Types.LONG, Types.LONG))
        .name(operator + " stamp")
        .setParallelism(input.getParallelism());
  }

  /** The hash slot of a stamped value. */
  public ToHashSlot<Tuple3<T, Long, Long>> hashSlot() {
    ToHashSlot<T> ofValue = keyed.hashSlot();
    return stamped -> ofValue.hashSlot(stamped.f0);
  }

  /** The function with a log of its accesses. */
  public <O> AlignedFunction<Tuple3<T, Long, Long>, O> logging(RedisFunction<T, ?, O> function) {
    return new Probed<>(function, this);
  }
}
