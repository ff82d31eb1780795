package io.amoeba.linearroad.job.toll;

import io.amoeba.linearroad.answer.AccidentAlert;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.job.account.AccountEvent;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.linearroad.job.segment.Places;
import io.amoeba.linearroad.job.segment.SegmentTable;
import io.amoeba.linearroad.job.source.LineTime;
import io.amoeba.linearroad.job.vehicle.Crossing;
import io.amoeba.partitioner.function.Emitter;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Answers crossings from the segment table (rules 6, 7 and 10). Crossings arrive when the table has
 * the statistics and accidents of their minute.
 */
public final class Toll extends RedisFunction<Crossing, List<@Nullable String>, TimedAnswer> {
  private static final long serialVersionUID = 1L;

  /** Announced and charged tolls. */
  public static final OutputTag<AccountEvent> ACCOUNT_EVENTS =
      new OutputTag<>("account-events", Types.POJO(AccountEvent.class));

  private static final int MINUTE_SECONDS = 60;
  private static final int CONGESTED_BELOW = 40;
  private static final int FREE_VEHICLES = 50;

  private final SegmentTable table = new SegmentTable();

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
  protected HashRequest<List<@Nullable String>> request(Crossing crossing) {
    int minute = minuteOf(crossing);
    return new HashRequest.GetFields(
        table.hashSlot(crossing.place()),
        table.key(crossing.place(), minute),
        List.of(SegmentTable.statisticsField(minute), SegmentTable.accidentField(minute)));
  }

  @Override
  protected void complete(
      Crossing crossing,
      List<@Nullable String> fields,
      long latencyMicros,
      Emitter<TimedAnswer> out) {
    String known = fields.get(0);
    String statistics = known == null ? "0,0" : known;
    int comma = statistics.indexOf(',');
    int lav = Integer.parseInt(statistics, 0, comma, 10);
    int nov = Integer.parseInt(statistics, comma + 1, statistics.length(), 10);
    String accidentSegment = fields.get(1);
    long toll = accidentSegment != null ? 0 : rate(lav, nov);
    long emit = System.currentTimeMillis();
    long timestamp = crossing.time() * LineTime.SECOND;
    out.emit(
        TimedAnswer.of(
            new TollNotification(crossing.vid(), crossing.time(), emit, lav, toll),
            crossing.appendMillis(),
            latencyMicros),
        timestamp);
    if (accidentSegment != null) {
      int segment = Integer.parseInt(accidentSegment);
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

  /** The toll of a segment without accident (rule 7). */
  private static long rate(int lav, int nov) {
    if (lav >= CONGESTED_BELOW || nov <= FREE_VEHICLES) {
      return 0;
    }
    long excess = nov - FREE_VEHICLES;
    return 2 * excess * excess;
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
