package io.amoeba.coordinator.checks.testjob;

import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Endless numbers over a custom-partitioned exchange into the operator "Toll". */
@SuppressWarnings("NullAway.Init") // Flink opens functions before it uses them
public final class PartitionedJob {

  private PartitionedJob() {}

  /** Submits the job, with a {@link Fuse} if there is a folder for it. */
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment environment = Fuse.environment(args);
    DataStream<Long> tolls =
        environment
            .fromSequence(0, Long.MAX_VALUE)
            .map(new Slowly())
            .name("Source")
            .partitionCustom(new Modulo(), new Itself())
            .map(new Toll())
            .name("Toll");
    Fuse.in(tolls, args).sinkTo(new DiscardingSink<>());
    environment.execute("PartitionedJob");
  }

  /** Keeps the machine idle. */
  static final class Slowly extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long map(Long value) throws InterruptedException {
      Thread.sleep(5);
      return value;
    }
  }

  static final class Modulo implements Partitioner<Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public int partition(Long key, int numPartitions) {
      return (int) (key % numPartitions);
    }
  }

  static final class Itself implements KeySelector<Long, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public Long getKey(Long value) {
      return value;
    }
  }

  /** Counts three local requests for each remote one, as a store client would. */
  static final class Toll extends RichMapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;
    private transient Counter local;
    private transient Counter remote;

    @Override
    public void open(OpenContext context) {
      MetricGroup group = getRuntimeContext().getMetricGroup().addGroup("amoeba").addGroup("redis");
      local = group.counter("localRequests");
      remote = group.counter("remoteRequests");
    }

    @Override
    public Long map(Long value) {
      local.inc(3);
      remote.inc();
      return value;
    }
  }
}
