package io.amoeba.linearroad.job.journey;

import io.amoeba.linearroad.answer.TravelTime;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.linearroad.job.source.LineTime;
import io.amoeba.linearroad.job.source.Query;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.redis.ColocatedRedis;
import io.lettuce.core.KeyValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;

/**
 * Answers travel time queries from the segment history (rule 13). Without a row that it needs a
 * query gets no answer and is counted ({@code unansweredTravelTimes}).
 */
public final class TravelTimeEstimate
    extends RedisFunction<Query, List<KeyValue<String, String>>, TimedAnswer> {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("NullAway.Init")
  private transient Counter unanswered;

  /** With access to Redis. */
  public TravelTimeEstimate(RedisAccess access) {
    super(access);
  }

  /** The hash slot of the history that answers a query. */
  public static int hashSlot(Query query) {
    return JourneyTable.hashSlot(query.input().xway(), Journey.dirOf(query.input()));
  }

  @Override
  public void open(OpenContext context) throws Exception {
    super.open(context);
    unanswered = getRuntimeContext().getMetricGroup().counter("unansweredTravelTimes");
  }

  @Override
  protected CompletableFuture<List<KeyValue<String, String>>> request(
      Query query, ColocatedRedis<String, String> redis) {
    return request(query.input(), new Journey(query.input()), redis);
  }

  private static CompletableFuture<List<KeyValue<String, String>>> request(
      InputRecord query, Journey journey, ColocatedRedis<String, String> redis) {
    String key = JourneyTable.key(query.xway(), Journey.dirOf(query));
    return redis.on(key).hmget(key, journey.neededFields()).toCompletableFuture();
  }

  @Override
  protected void complete(
      Query query,
      List<KeyValue<String, String>> fields,
      long latencyMicros,
      Emitter<TimedAnswer> out) {
    Journey journey = new Journey(query.input());
    put(fields, journey);
    // Slow traffic: the guess did not reach to the end of the journey.
    while (!journey.drive()) {
      CompletableFuture<List<KeyValue<String, String>>> more =
          request(query.input(), journey, redis());
      redis().await(List.of(more));
      put(more.join(), journey);
    }
    TravelTime answer = journey.answer();
    if (answer == null) {
      unanswered.inc();
    } else {
      out.emit(
          TimedAnswer.of(answer, query.appendMillis(), latencyMicros),
          query.input().time() * LineTime.SECOND);
    }
  }

  private static void put(List<KeyValue<String, String>> fields, Journey journey) {
    for (KeyValue<String, String> field : fields) {
      journey.put(field.getKey(), field.hasValue() ? field.getValue() : null);
    }
  }
}
