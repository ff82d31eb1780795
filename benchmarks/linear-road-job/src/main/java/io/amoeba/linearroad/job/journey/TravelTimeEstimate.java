package io.amoeba.linearroad.job.journey;

import io.amoeba.linearroad.answer.TravelTime;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.linearroad.job.source.LineTime;
import io.amoeba.linearroad.job.source.Query;
import io.amoeba.partitioner.function.Emitter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * Answers travel time queries from the segment history (rule 13). Without a row that it needs a
 * query gets no answer and is counted ({@code unansweredTravelTimes}).
 */
public final class TravelTimeEstimate
    extends RedisFunction<Query, Map<String, @Nullable String>, TimedAnswer> {
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
  protected HashRequest<Map<String, @Nullable String>> request(Query query) {
    return request(query, new Journey(query.input()).neededFields());
  }

  private static HashRequest<Map<String, @Nullable String>> request(
      Query query, List<String> fields) {
    InputRecord input = query.input();
    return new HashRequest.GetPastFields(
            new HashRequest.GetFields(
                hashSlot(query), JourneyTable.key(input.xway(), Journey.dirOf(input)), fields))
        .map(packed -> byField(fields, packed));
  }

  @Override
  protected void complete(
      Query query,
      Map<String, @Nullable String> packed,
      long latencyMicros,
      Emitter<TimedAnswer> out) {
    Journey journey = new Journey(query.input());
    packed.forEach(journey::put);
    // Slow traffic: the guess did not reach to the end of the journey.
    while (!journey.drive()) {
      ask(request(query, journey.neededFields())).forEach(journey::put);
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

  private static Map<String, @Nullable String> byField(
      List<String> fields, List<@Nullable String> packed) {
    Map<String, @Nullable String> byField = new HashMap<>();
    for (int i = 0; i < fields.size(); i++) {
      byField.put(fields.get(i), packed.get(i));
    }
    return byField;
  }
}
