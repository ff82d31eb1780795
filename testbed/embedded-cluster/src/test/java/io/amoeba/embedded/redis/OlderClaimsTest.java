package io.amoeba.embedded.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OlderClaimsTest {
  private static final long BEFORE = 1_426_238_317_239L;
  private static final long LATER = BEFORE + 400;

  /** The latest time that gossip can carry. */
  private static final long TOLD = 1_426_238_318_000L;

  private final OlderClaims claims = new OlderClaims("a");

  @Test
  void olderMessagesHaveArrivedWhenBothNodesHaveANewAnswer() {
    assertThat(claims.areGone(views(0, BEFORE, 0, BEFORE, "0-5"))).isFalse();
    assertThat(claims.areGone(views(0, LATER, 0, BEFORE, "0-5"))).isFalse();
    assertThat(claims.areGone(views(0, LATER, 0, LATER, "0-5"))).isTrue();
  }

  @Test
  void anAnswerToAPingThatWasUnderWayProvesNothing() {
    assertThat(claims.areGone(views(0, BEFORE, BEFORE + 1, BEFORE, "0-5"))).isFalse();
    assertThat(claims.areGone(views(0, LATER, 0, LATER, "0-5"))).isFalse();
    assertThat(claims.areGone(views(0, LATER, 0, LATER + 1, "0-5"))).isTrue();
  }

  @Test
  void anAnswerThatAnotherNodeHadProvesNothing() {
    assertThat(claims.areGone(views(0, BEFORE, 0, BEFORE, "0-5"))).isFalse();
    assertThat(claims.areGone(views(0, LATER, 0, TOLD, "0-5"))).isFalse();
  }

  @Test
  void noServerMayBelieveThatTheTakerOwnsMoreThanItDoes() {
    assertThat(claims.areGone(views(0, BEFORE, 0, BEFORE, "0-6"))).isFalse();
    assertThat(claims.areGone(views(0, LATER, 0, LATER, "0-6"))).isFalse();
    assertThat(claims.areGone(views(0, LATER, 0, LATER, "0-5"))).isTrue();
  }

  @Test
  void everybodyKnowsAllEpochsEachItsOwn() {
    assertThat(claims.areGone(views(0, BEFORE, 0, BEFORE, "0-5"))).isFalse();
    List<String> late = views(0, LATER, 0, LATER, "0-5");
    assertThat(claims.areGone(List.of(late.get(0), late.get(1).replace(" 7 ", " 5 ")))).isFalse();
    assertThat(claims.areGone(late.stream().map(view -> view.replace(" 8 ", " 7 ")).toList()))
        .isFalse();
    assertThat(claims.areGone(late)).isTrue();
  }

  /** What a and b say. */
  private static List<String> views(
      long pingOfA, long pongAtA, long pingOfB, long pongAtB, String ownedByASaysB) {
    return List.of(
        """
        a 127.0.1.1:30001@40001 myself,master - 0 0 7 connected 0-5
        b 127.0.1.2:30001@40001 master - %d %d 8 connected 6-16383
        """
            .formatted(pingOfA, pongAtA),
        """
        a 127.0.1.1:30001@40001 master - %d %d 7 connected %s
        b 127.0.1.2:30001@40001 myself,master - 0 0 8 connected 6-16383
        """
            .formatted(pingOfB, pongAtB, ownedByASaysB));
  }
}
