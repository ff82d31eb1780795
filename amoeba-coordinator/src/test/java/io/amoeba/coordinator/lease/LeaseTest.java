package io.amoeba.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.lease.Lease.Standing;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeaseTest {

  private static final Duration LENGTH = Duration.ofSeconds(10);

  private final SharedTerms terms = new SharedTerms();
  private long seconds = 1_000;
  private final Lease first = lease("a");
  private final Lease second = lease("b");

  private Lease lease(String holder) {
    return new Lease(
        terms,
        holder,
        () -> "http://" + holder + "/",
        LENGTH,
        () -> TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void theFirstTakesTheFirstTerm() {
    assertThat(first.step()).isEqualTo(Standing.LEADS);
    assertThat(second.step()).isEqualTo(Standing.STANDS_BY);

    assertThat(first.term()).isEqualTo(1);
    assertThatCode(first::require).doesNotThrowAnyException();
    assertThatCode(first::confirm).doesNotThrowAnyException();
    assertThatThrownBy(second::require).isInstanceOf(NotLeading.class);
    assertThat(second.newest().orElseThrow().address()).isEqualTo("http://a/");
  }

  @Test
  void whoRenewsLeadsForEver() {
    first.step();
    for (int i = 0; i < 100; i++) {
      seconds += 2;
      assertThat(first.step()).isEqualTo(Standing.LEADS);
      assertThat(second.step()).isEqualTo(Standing.STANDS_BY);
    }
  }

  @Test
  void afterSilenceTheNextTermBegins() {
    first.step();
    second.step();

    seconds += 12;
    assertThat(second.step()).as("the leader's clock may be slower").isEqualTo(Standing.STANDS_BY);
    seconds += 1;
    assertThat(second.step()).isEqualTo(Standing.LEADS);

    assertThat(second.term()).isEqualTo(2);
    assertThat(first.step()).isEqualTo(Standing.LOST);
    assertThatThrownBy(first::confirm)
        .isInstanceOf(NotLeading.class)
        .hasMessageContaining("term 1");
  }

  @Test
  void leadEndsByTheClockAloneBeforeAnybodyCanTakeIt() {
    first.step();

    seconds += 9;
    assertThatCode(first::require).doesNotThrowAnyException();
    seconds += 1;

    assertThatThrownBy(first::require).isInstanceOf(NotLeading.class);
    assertThat(first.standing()).isEqualTo(Standing.LOST);
    assertThat(first.step()).as("it was paused: it does not go on").isEqualTo(Standing.LOST);
    assertThat(terms.newest().orElseThrow().beat()).as("and renews nothing").isEqualTo(1);
  }

  @Test
  void connectionsOfTheLeaderBeforeAreNotConfirmed() {
    first.step();
    terms.take(new Claim(2, "b", "http://b/", 1, false));

    assertThatCode(first::require).as("by the clock it leads").doesNotThrowAnyException();
    assertThatThrownBy(first::confirm).isInstanceOf(NotLeading.class);
  }

  @Test
  void leaderThatResignsIsNotWaitedFor() {
    first.step();
    second.step();

    first.resign();
    seconds += 1;

    assertThatThrownBy(first::require).isInstanceOf(NotLeading.class);
    assertThat(second.step()).isEqualTo(Standing.LEADS);
  }

  @Test
  void whoHasLostResignsNothing() {
    first.step();
    second.step();
    seconds += 13;
    second.step();

    first.resign();

    assertThat(terms.newest().orElseThrow().resigned()).isFalse();
  }

  @Test
  void anUnreachableStoreCostsTheLeadOnlyWhenTheTimeIsOver() {
    first.step();
    terms.reachable = false;
    seconds += 5;
    assertThat(first.step()).isEqualTo(Standing.LEADS);
    assertThat(first.trouble()).contains("out of reach");
    terms.reachable = true;
    seconds += 4;
    assertThat(first.step()).isEqualTo(Standing.LEADS);
    assertThat(first.trouble()).isEmpty();

    terms.reachable = false;
    seconds += 10;

    assertThat(first.step()).isEqualTo(Standing.LOST);
    assertThat(second.step()).isEqualTo(Standing.STANDS_BY);
  }

  @Test
  void whoStandsByAndWasPausedBeginsToCountAnew() {
    first.step();
    second.step();
    for (int i = 0; i < 10; i++) {
      seconds += 5;
      first.step();
    }

    assertThat(second.step()).isEqualTo(Standing.STANDS_BY);
  }

  @Test
  void ofTwoThatTakeATermOneHasIt() {
    first.step();
    second.step();
    Lease third = lease("c");
    third.step();
    seconds += 13;

    assertThat(second.step()).isEqualTo(Standing.LEADS);
    assertThat(third.step()).isEqualTo(Standing.STANDS_BY);
  }
}
