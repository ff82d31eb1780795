package io.amoeba.linearroad.job.account;

import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.partitioner.function.Emitter;
import io.amoeba.redis.ColocatedRedis;
import java.util.concurrent.CompletableFuture;

/** Writes announced and charged tolls to the accounts; emits nothing but watermarks. */
public final class AccountUpdate extends RedisFunction<AccountEvent, Boolean, Void> {
  private static final long serialVersionUID = 1L;

  /** With access to Redis. */
  public AccountUpdate(RedisAccess access) {
    super(access);
  }

  @Override
  protected CompletableFuture<Boolean> request(
      AccountEvent event, ColocatedRedis<String, String> redis) {
    return redis
        .onHashSlot(AccountTable.hashSlot(event.vid()))
        .hset(
            AccountTable.accountKey(event.vid()),
            AccountTable.accountField(event.time()),
            AccountTable.accountValue(event))
        .toCompletableFuture();
  }

  @Override
  protected void complete(
      AccountEvent event, Boolean created, long latencyMicros, Emitter<Void> out) {}
}
