package io.amoeba.linearroad.job.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.partitioner.placement.HashSlot;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountTableTest {
  @Test
  void theHashSlotIsThatOfTheKeys() {
    for (int vid : new int[] {0, 7, 123_456, Integer.MAX_VALUE}) {
      assertThat(AccountTable.hashSlot(vid))
          .isEqualTo(HashSlot.of(AccountTable.accountKey(vid)))
          .isEqualTo(HashSlot.of(AccountTable.historyKey(vid)));
    }
  }

  @Test
  void chargesCountFromTheirTimeOn() {
    Map<String, String> account = Map.of("10", "50,-1", "70", "32,10", "130", "0,70", "190", "8,5");

    assertThat(AccountTable.balance(account, 69)).isZero();
    assertThat(AccountTable.balance(account, 70)).isEqualTo(50);
    assertThat(AccountTable.balance(account, 130)).isEqualTo(82);
    assertThat(AccountTable.balance(account, 10_000)).as("no crossing at 5").isEqualTo(82);
  }
}
