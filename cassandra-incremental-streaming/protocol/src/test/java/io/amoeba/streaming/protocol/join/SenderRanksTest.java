package io.amoeba.streaming.protocol.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.protocol.Truncations;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class SenderRanksTest {

  @Test
  void theNodeWithTheLeastDataComesFirst() {
    assertThat(order(member("a", 300, 0), member("b", 100, 9), member("c", 200, 5)))
        .containsExactly("b", "c", "a");
  }

  @Test
  void ofNodesWithAboutAsMuchDataTheOneWithTheFewestPendingCompactionsComesFirst() {
    assertThat(order(member("a", 1_000, 7), member("b", 1_100, 2), member("c", 1_101, 0)))
        .containsExactly("b", "a", "c");
  }

  @Test
  void nodesThatSayTheSameKeepTheOrderOfTheirNames() {
    assertThat(order(member("b", 0, 0), member("a", 0, 0))).containsExactly("a", "b");
  }

  @Test
  void anUnknownSenderComesBeforeAll() {
    SenderRanks ranks = SenderRanks.of(List.of(member("a", 0, 0)));

    assertThat(ranks.of("")).isLessThan(ranks.of("a"));
  }

  private static List<String> order(Member... members) {
    SenderRanks ranks = SenderRanks.of(List.of(members));
    return Arrays.stream(members)
        .map(Member::endpoint)
        .sorted(Comparator.comparingInt(ranks::of))
        .toList();
  }

  private static Member member(String name, double load, int pendingCompactions) {
    return new Member(
        name, name, true, false, true, "5.0", 1, null, Truncations.NONE, load, pendingCompactions);
  }
}
