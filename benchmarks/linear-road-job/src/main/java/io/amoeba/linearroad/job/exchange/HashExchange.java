package io.amoeba.linearroad.job.exchange;

import io.amoeba.partitioner.function.ToHashSlot;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.util.MathUtils;

/** The exchange without alignment: what {@code keyBy} would do. Used while the job is built. */
final class HashExchange {
  private HashExchange() {}

  static <T> DataStream<T> route(DataStream<T> input, ToHashSlot<T> hashSlot) {
    return input.partitionCustom(new ByHash(), new HashSlotKey<>(hashSlot));
  }

  private static final class ByHash implements Partitioner<Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public int partition(Integer hashSlot, int numPartitions) {
      return MathUtils.murmurHash(hashSlot) % numPartitions;
    }
  }

  private static final class HashSlotKey<T>
      implements KeySelector<T, Integer>, ResultTypeQueryable<Integer> {
    private static final long serialVersionUID = 1L;

    private final ToHashSlot<T> hashSlot;

    HashSlotKey(ToHashSlot<T> hashSlot) {
      this.hashSlot = hashSlot;
    }

    @Override
    public Integer getKey(T value) {
      return hashSlot.hashSlot(value);
    }

    @Override
    public TypeInformation<Integer> getProducedType() {
      return Types.INT;
    }
  }
}
