package io.amoeba.coordinator.checks.testjob;

import io.amoeba.partitioner.keyed.AlignedKeys;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Endless numbers, keyed by hash slots, into the operator "Statistics". */
public final class KeyedJob {

  /** Number of key groups. */
  public static final int MAX_PARALLELISM = 1024;

  private KeyedJob() {}

  /** Submits the job, with a {@link Fuse} if there is a folder for it. */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment = Fuse.environment(args);
    environment.setMaxParallelism(MAX_PARALLELISM);
    DataStream<Long> statistics =
        environment
            .fromSequence(0, Long.MAX_VALUE)
            .map(new PartitionedJob.Slowly())
            .name("Source")
            .keyBy(AlignedKeys.of(MAX_PARALLELISM, new RedisKey()))
            .map(new Statistics())
            .name("Statistics");
    Fuse.in(statistics, args).sinkTo(new DiscardingSink<>());
    environment.execute("KeyedJob");
  }

  static final class RedisKey implements KeySelector<Long, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public String getKey(Long value) {
      return "{place" + value % 1_000 + "}:statistics";
    }
  }

  /** Refuses to work where hash slots are not on the subtask that is expected. */
  static final class Statistics extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public void open(OpenContext context) {
      AlignedKeys.checkMaxParallelism(getRuntimeContext(), MAX_PARALLELISM);
    }

    @Override
    public Long map(Long value) {
      return value;
    }
  }
}
