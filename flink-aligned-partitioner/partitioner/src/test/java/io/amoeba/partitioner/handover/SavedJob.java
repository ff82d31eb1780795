package io.amoeba.partitioner.handover;

import io.amoeba.partitioner.flink.AlignedRouting;
import io.amoeba.partitioner.function.AlignedFunction;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.partitioner.keyed.AlignedKey;
import io.amoeba.partitioner.keyed.AlignedKeys;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

/**
 * A job with everything that the partitioner keeps in savepoints: maps of routers, records that
 * gates keep, and aligned keys. Savepoints of releases are of this job, so it is never changed.
 */
final class SavedJob {

  static final int RECORDS = 20_000;
  static final int KEYS = 50;

  private static final int ROUTERS = 2;
  private static final int MAX_PARALLELISM = 128;
  private static final ConcurrentMap<String, Long> COUNTS = new ConcurrentHashMap<>();

  private SavedJob() {}

  /** The records of each key that was counted since the last call, those before it included. */
  static Map<String, Long> takeCounts() {
    Map<String, Long> taken = Map.copyOf(COUNTS);
    COUNTS.clear();
    return taken;
  }

  static StreamExecutionEnvironment job(Configuration configuration, int gates, boolean paced) {
    configuration.setString("restart-strategy.type", "none");
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.setMaxParallelism(MAX_PARALLELISM);
    SingleOutputStreamOperator<Tuple2<Integer, Long>> numbered =
        env.fromSequence(0, RECORDS - 1)
            .setParallelism(ROUTERS)
            .uid("numbers")
            .map(new Number(paced))
            .returns(Types.TUPLE(Types.INT, Types.LONG))
            .setParallelism(ROUTERS)
            .uid("key");
    AlignedRouting.<Tuple2<Integer, Long>>to("Check", record -> HashSlot.of("key-" + record.f0))
        .process(numbered, new Check(), Types.LONG, gates)
        .keyBy(AlignedKeys.of(MAX_PARALLELISM, (Long n) -> "{k:" + n % KEYS + "}"))
        .process(new Count(), Types.LONG)
        .setParallelism(ROUTERS)
        .uid("count")
        .sinkTo(new DiscardingSink<>())
        .setParallelism(ROUTERS)
        .uid("nowhere");
    return env;
  }

  /** (key, number), about a thousand a second from each subtask if it is paced. */
  private static final class Number implements MapFunction<Long, Tuple2<Integer, Long>> {
    private static final long serialVersionUID = 1L;
    private final boolean paced;

    Number(boolean paced) {
      this.paced = paced;
    }

    @Override
    public Tuple2<Integer, Long> map(Long n) {
      if (paced) {
        LockSupport.parkNanos(1_000_000);
      }
      return Tuple2.of((int) (n % KEYS), n);
    }
  }

  private static final class Check extends AlignedFunction<Tuple2<Integer, Long>, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void process(Tuple2<Integer, Long> record, long timestamp, Emitter<Long> out) {
      int router = record.f1 < RECORDS / ROUTERS ? 0 : 1; // each reads one half
      ProcessingLog.process(0, record.f0, router, record.f1);
      out.emit(record.f1, Long.MIN_VALUE);
    }

    @Override
    public boolean hasUnfinished() {
      return false;
    }
  }

  private static final class Count extends KeyedProcessFunction<AlignedKey, Long, Long> {
    private static final long serialVersionUID = 1L;

    private transient ValueState<Long> count;

    @SuppressWarnings("NullAway.Init") // Flink opens the function before it is used
    Count() {}

    @Override
    public void open(OpenContext context) {
      count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
    }

    @Override
    public void processElement(
        Long n, KeyedProcessFunction<AlignedKey, Long, Long>.Context context, Collector<Long> out)
        throws Exception {
      Long before = count.value();
      long now = before == null ? 1 : before + 1;
      count.update(now);
      COUNTS.put(context.getCurrentKey().text(), now);
    }
  }
}
