package io.amoeba.linearroad.job.exchange;

import io.amoeba.linearroad.job.probe.Keyed;
import io.amoeba.linearroad.job.probe.Probe;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.partitioner.flink.AlignedRouting;
import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.ToHashSlot;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.util.MathUtils;
import org.jspecify.annotations.Nullable;

/**
 * Puts functions that use Redis behind exchanges of one kind. Used while the job is built.
 *
 * @param handOver null: no exchange, each subtask has the values of the one before it
 * @param linger how long a value may wait for its batch to fill
 * @param probeFolder where to log accesses; null: nowhere
 * @param parallelism of the functions
 */
public record Exchanges(
    @Nullable HandOver handOver, Duration linger, @Nullable String probeFolder, int parallelism) {
  /** Operators without exchanges. */
  public Exchanges none() {
    return new Exchanges(null, linger, probeFolder, parallelism);
  }

  /** Adds an exchange and its operator to the job. */
  public <T, O> SingleOutputStreamOperator<O> add(
      String operator,
      DataStream<T> input,
      Keyed<T> keyed,
      RedisFunction<T, ?, O> function,
      TypeInformation<O> outputType) {
    if (probeFolder == null) {
      return connect(operator, input, keyed.hashSlot(), function, outputType);
    }
    Probe<T> probe = new Probe<>(operator, probeFolder, keyed);
    return connect(
        operator, probe.stamp(input), probe.hashSlot(), probe.logging(function), outputType);
  }

  private <T, O> SingleOutputStreamOperator<O> append(
      String operator,
      DataStream<T> input,
      AlignedFunction<T, O> function,
      TypeInformation<O> outputType) {
    return input
        .transform(operator, outputType, new FunctionOperator<>(function, linger.toMillis()))
        .uid(operator)
        .setParallelism(parallelism);
  }

  private <T, O> SingleOutputStreamOperator<O> connect(
      String operator,
      DataStream<T> input,
      ToHashSlot<T> hashSlot,
      AlignedFunction<T, O> function,
      TypeInformation<O> outputType) {
    if (handOver == null) {
      return append(operator, input, function, outputType);
    }
    if (handOver == HandOver.HASH) {
      // What keyBy would do.
      DataStream<T> routed =
          input.<Integer>partitionCustom(
              (slot, partitions) -> MathUtils.murmurHash(slot) % partitions, hashSlot::hashSlot);
      return append(operator, routed, function, outputType);
    }
    AlignedRouting<T> routing = AlignedRouting.to(operator, hashSlot).linger(linger);
    if (handOver == HandOver.IMMEDIATE) {
      routing = routing.orderFree();
    }
    return routing.process(input, function, outputType, parallelism);
  }
}
