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
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.jspecify.annotations.Nullable;

/**
 * Answers travel time queries from the segment history (rule 13). Without a row that it needs a
 * query gets no answer and is counted ({@code unansweredTravelTimes}).
 */
public final class TravelTimeEstimate
    extends RedisFunction<Query, List<@Nullable String>, TimedAnswer> {
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
  protected HashRequest<List<@Nullable String>> request(Query query) {
    return request(query, new Journey(query.input()).neededFields());
  }

  private static HashRequest<List<@Nullable String>> request(Query query, List<String> fields) {
    InputRecord input = query.input();
    return new HashRequest.GetFields(
        hashSlot(query), JourneyTable.key(input.xway(), Journey.dirOf(input)), fields);
  }

  @Override
  protected void complete(
      Query query, List<@Nullable String> packed, long latencyMicros, Emitter<TimedAnswer> out) {
    Journey journey = new Journey(query.input());
    put(journey.neededFields(), packed, journey);
    // Slow traffic: the guess did not reach to the end of the journey.
    while (!journey.drive()) {
      List<String> more = journey.neededFields();
      put(more, ask(request(query, more)), journey);
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

  private static void put(List<String> fields, List<@Nullable String> packed, Journey journey) {
    for (int i = 0; i < fields.size(); i++) {
      journey.put(fields.get(i), packed.get(i));
    }
  }
}
