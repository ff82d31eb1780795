package io.amoeba.linearroad.job.account;

import io.amoeba.linearroad.csv.DecimalDigits;
import io.amoeba.linearroad.job.redis.HashRequest;
import io.amoeba.partitioner.placement.HashSlot;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The Redis tables of vehicles. Hash {@code {v:<vid>}:account} has the field {@code <time>} =
 * {@code <toll>,<charged>} for a crossing: the toll announced then, and the time of the crossing
 * whose toll was charged then or -1. Hash {@code {v:<vid>}:history} has the field {@code
 * <day>-<xway>} = toll. Fields have one possible value each: neither order nor repetition of writes
 * matters. Stateless.
 */
public final class AccountTable {
  private AccountTable() {}

  /** The hash slot of all keys of a vehicle. */
  public static int hashSlot(int vid) {
    // No hash tag is needed for the number: the slot of {v:1} is that of v:1.
    byte[] text = new byte[2 + DecimalDigits.MAX_BYTES];
    text[0] = 'v';
    text[1] = ':';
    return HashSlot.of(text, 0, DecimalDigits.put(text, 2, vid));
  }

  /** The key of an account. */
  public static String accountKey(int vid) {
    return "{v:" + vid + "}:account";
  }

  /** The key of a vehicle's tolls of past days. */
  public static String historyKey(int vid) {
    return "{v:" + vid + "}:history";
  }

  /** The field of a past day and an expressway. */
  public static String historyField(int day, int xway) {
    return day + "-" + xway;
  }

  /** The field of the account that has a crossing. */
  public static HashRequest.SetField field(AccountEvent event) {
    return new HashRequest.SetField(
        hashSlot(event.vid()),
        accountKey(event.vid()),
        Integer.toString(event.time()),
        event.announcedToll() + "," + event.chargedCrossing());
  }

  /** The sum of the charges up to a time, that time included (rule 11). */
  static long balance(Map<String, String> account, int time) {
    long sum = 0;
    for (Map.Entry<String, String> crossing : account.entrySet()) {
      if (Integer.parseInt(crossing.getKey()) <= time) {
        String value = crossing.getValue();
        String charged = value.substring(value.indexOf(',') + 1);
        sum += announced(account.get(charged));
      }
    }
    return sum;
  }

  /** A crossing without a toll is not in the account. */
  private static long announced(@Nullable String value) {
    return value == null ? 0 : Long.parseLong(value, 0, value.indexOf(','), 10);
  }
}
