package io.amoeba.linearroad.job.account;

import io.amoeba.linearroad.answer.Answer;
import io.amoeba.linearroad.answer.DailyExpenditure;
import io.amoeba.linearroad.input.InputRecord;
import io.amoeba.linearroad.job.answer.TimedAnswer;
import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.linearroad.job.source.LineTime;
import io.amoeba.linearroad.job.source.Query;
import io.amoeba.partitioner.function.Emitter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries about balances and past days (rules 11 and 12). Balance queries arrive when the
 * accounts have all charges up to their time.
 */
public final class AccountBalance extends RedisFunction<Query, Long, TimedAnswer> {
  private static final long serialVersionUID = 1L;

  /** With access to Redis. */
  public AccountBalance(RedisAccess access) {
    super(access);
  }

  /** When the accounts are ready for a query: all crossings of its second have been written. */
  public static long releaseMillis(Query query) {
    return query.input().time() * LineTime.SECOND;
  }

  @Override
  protected HashRequest<Long> request(Query query) {
    InputRecord input = query.input();
    int vid = input.vid();
    int hashSlot = AccountTable.hashSlot(vid);
    if (input.type() == InputRecord.BALANCE_QUERY) {
      return new HashRequest.GetAll(hashSlot, AccountTable.accountKey(vid))
          .map(account -> AccountTable.balance(account, input.time()));
    }
    String day = AccountTable.historyField(input.day(), input.xway());
    return new HashRequest.GetPastFields(
            new HashRequest.GetFields(hashSlot, AccountTable.historyKey(vid), List.of(day)))
        .map(AccountBalance::expenditure);
  }

  private static long expenditure(List<@Nullable String> tolls) {
    String toll = tolls.get(0);
    return toll == null ? 0 : Long.parseLong(toll);
  }

  @Override
  protected void complete(Query query, Long amount, long latencyMicros, Emitter<TimedAnswer> out) {
    InputRecord input = query.input();
    long emit = System.currentTimeMillis();
    Answer answer =
        input.type() == InputRecord.BALANCE_QUERY
            ? new io.amoeba.linearroad.answer.AccountBalance(
                input.time(), emit, input.time(), input.qid(), amount)
            : new DailyExpenditure(input.time(), emit, input.qid(), amount);
    out.emit(
        TimedAnswer.of(answer, query.appendMillis(), latencyMicros),
        input.time() * LineTime.SECOND);
  }
}
