package io.amoeba.linearroad.job.toll;

import io.amoeba.linearroad.answer.AccidentAlert;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.job.account.AccountEvent;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.linearroad.job.segment.Places;
import io.amoeba.linearroad.job.segment.SegmentKeys;
import io.amoeba.linearroad.job.segment.SegmentTable;
import io.amoeba.linearroad.job.source.LineTime;
import io.amoeba.linearroad.job.vehicle.Crossing;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.redis.ColocatedRedis;
import io.lettuce.core.KeyValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.util.OutputTag;

/**
 * Answers crossings from the segment table (rules 6, 7 and 10). Crossings come when the table has
 * the statistics and accidents of their minute.
 */
public final class Toll
    extends RedisFunction<Crossing, List<KeyValue<String, String>>, TimedAnswer> {
  private static final long serialVersionUID = 1L;

  /** Announced and charged tolls. */
  public static final OutputTag<AccountEvent> ACCOUNT_EVENTS =
      new OutputTag<>("account-events", AccountEvent.TYPE);

  private static final int MINUTE_SECONDS = 60;

  private final SegmentKeys keys = new SegmentKeys();

  /** With access to Redis. */
  public Toll(RedisAccess access) {
    super(access);
  }

  /** The minute of a crossing (rule 1). */
  public static int minuteOf(Crossing crossing) {
    return crossing.time() / MINUTE_SECONDS + 1;
  }

  /** When the segment table is ready for a crossing: before the first millisecond of its minute. */
  public static long releaseMillis(Crossing crossing) {
    return (minuteOf(crossing) - 1) * MINUTE_SECONDS * LineTime.SECOND - 1;
  }

  @Override
  protected CompletableFuture<List<KeyValue<String, String>>> request(
      Crossing crossing, ColocatedRedis<String, String> redis) {
    SegmentTable table = keys.table();
    int minute = minuteOf(crossing);
    return redis
        .onHashSlot(table.hashSlot(crossing.place()))
        .hmget(
            table.key(crossing.place(), minute),
            SegmentTable.statisticsField(minute),
            SegmentTable.accidentField(minute))
        .toCompletableFuture();
  }

  @Override
  protected void complete(
      Crossing crossing,
      List<KeyValue<String, String>> fields,
      long latencyMicros,
      Emitter<TimedAnswer> out) {
    String statistics = fields.get(0).getValueOrElse("0,0");
    int comma = statistics.indexOf(',');
    int lav = Integer.parseInt(statistics, 0, comma, 10);
    int nov = Integer.parseInt(statistics, comma + 1, statistics.length(), 10);
    boolean accident = fields.get(1).hasValue();
    long toll = accident ? 0 : TollRate.of(lav, nov);
    long emit = System.currentTimeMillis();
    long timestamp = crossing.time() * LineTime.SECOND;
    out.emit(
        TimedAnswer.of(
            new TollNotification(crossing.vid(), crossing.time(), emit, lav, toll),
            crossing.appendMillis(),
            latencyMicros),
        timestamp);
    if (accident) {
      int segment = Integer.parseInt(fields.get(1).getValue());
      out.emit(
          TimedAnswer.of(alert(crossing, segment, emit), crossing.appendMillis(), latencyMicros),
          timestamp);
    }
    AccountEvent event =
        new AccountEvent(crossing.vid(), crossing.time(), toll, crossing.chargedCrossing());
    if (!event.isVoid()) {
      out.emit(ACCOUNT_EVENTS, event, timestamp);
    }
  }

  private static AccidentAlert alert(Crossing crossing, int accidentSegment, long emit) {
    return new AccidentAlert(
        crossing.time(),
        emit,
        Places.xway(crossing.place()),
        accidentSegment,
        Places.dir(crossing.place()),
        crossing.vid());
  }
}
