package io.amoeba.handover;

import io.amoeba.partitioner.flink.AlignedRouting;
import io.amoeba.partitioner.placement.HashSlot;
import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Endless numbers in two lanes, each ascending, through one aligned exchange to a {@link
 * ReadModifyWrite} in Redis. Arguments: Redis address ({@code redis://host:port}), prefix of the
 * Redis keys, pause per record and lane in microseconds, {@code ordered} or {@code order-free}.
 */
public final class HandOverCheckJob {

  /** Name of the receiving operator. */
  public static final String OPERATOR = "Check";

  /** Keys, each in a hash slot of its own. */
  public static final int KEYS = 100;

  /** Source subtasks; lane 0 begins at 0, lane 1 at {@link #LANE_NUMBERS}. */
  public static final int LANES = 2;

  /** Numbers of one lane: more than any run takes. */
  public static final long LANE_NUMBERS = KEYS * 10_000_000_000L;

  private HandOverCheckJob() {}

  /** Submits the job. */
  public static void main(String[] args) throws Exception {
    if (args.length != 4) {
      throw new IllegalArgumentException(
          args.length + " arguments: must be REDIS PREFIX PAUSE_MICROS ordered|order-free");
    }
    String prefix = args[1];
    long pauseMicros = Long.parseLong(args[2]);
    Configuration configuration = new Configuration();
    configuration.setString("restart-strategy.type", "fixed-delay");
    configuration.setString("restart-strategy.fixed-delay.attempts", "1000");
    configuration.setString("restart-strategy.fixed-delay.delay", "200 ms");
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    env.enableCheckpointing(500);
    DataStream<Long> numbers =
        env.fromSequence(0, LANES * LANE_NUMBERS - 1)
            .setParallelism(LANES)
            .map(new Pace(new long[] {pauseMicros}))
            .returns(Types.LONG)
            .setParallelism(LANES);
    AlignedRouting<Long> routing =
        AlignedRouting.<Long>to(OPERATOR, number -> HashSlot.of(redisKey(prefix, number)))
            // A busy machine must not restart the job for it: what a restart repeats is not to be
            // seen here.
            .handOverTimeout(Duration.ofSeconds(15));
    if (args[3].equals("order-free")) {
      routing.orderFree();
    }
    routing
        .process(numbers, new ReadModifyWrite(args[0], prefix), Types.LONG, env.getParallelism())
        .sinkTo(new DiscardingSink<>());
    env.execute("hand-over check " + prefix);
  }

  /** Key of a number. */
  public static String redisKey(String prefix, long number) {
    return prefix + ":" + number % KEYS;
  }
}
