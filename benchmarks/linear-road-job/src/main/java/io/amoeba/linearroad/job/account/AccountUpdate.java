package io.amoeba.linearroad.job.account;

import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.linearroad.job.redis.RedisAccess;
import io.amoeba.linearroad.job.redis.RedisFunction;
import io.amoeba.partitioner.function.Emitter;

/** Writes announced and charged tolls to the accounts; emits nothing but watermarks. */
public final class AccountUpdate extends RedisFunction<AccountEvent, Boolean, Void> {
  private static final long serialVersionUID = 1L;

  /** With access to Redis. */
  public AccountUpdate(RedisAccess access) {
    super(access);
  }

  @Override
  protected HashRequest<Boolean> request(AccountEvent event) {
    return new HashRequest.SetField(
        AccountTable.hashSlot(event.vid()),
        AccountTable.accountKey(event.vid()),
        AccountTable.accountField(event.time()),
        AccountTable.accountValue(event));
  }

  @Override
  protected void complete(
      AccountEvent event, Boolean created, long latencyMicros, Emitter<Void> out) {}
}
