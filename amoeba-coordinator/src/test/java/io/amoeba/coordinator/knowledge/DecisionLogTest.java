package io.amoeba.coordinator.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.ManualClock;
import org.junit.jupiter.api.Test;

class DecisionLogTest {

  private final ManualClock clock = new ManualClock();
  private final DecisionLog log = new DecisionLog(clock);

  @Test
  void aDecisionThatIsMadeAgainIsTheSameEntry() {
    log.note("nothing to do");
    clock.advance(500);
    log.note("nothing to do");
    log.note("plan-1", "waits");

    assertThat(log.newestFirst()).hasSize(2);
    DecisionLog.Decision first = log.newestFirst().get(1);
    assertThat(first.until()).isEqualTo(first.since().plusMillis(500));
    assertThat(first.times()).isEqualTo(2);
    assertThat(log.newestFirst().get(0).plan()).contains("plan-1");
  }

  @Test
  void anEqualDecisionAfterAnotherOneIsAnEntryOfItsOwn() {
    log.note("nothing to do");
    log.note("Redis does not answer");
    clock.advance(1_000);
    log.note("nothing to do");

    assertThat(log.newestFirst())
        .extracting(DecisionLog.Decision::text)
        .containsExactly("nothing to do", "Redis does not answer", "nothing to do");
    assertThat(log.newestFirst()).allMatch(decision -> decision.times() == 1);
    assertThat(log.newestFirst().get(0).since()).isEqualTo(clock.instant());
  }

  @Test
  void onlyTheLastOnesAreKept() {
    for (int i = 0; i < 1_000; i++) {
      log.note("decision " + i);
    }

    assertThat(log.newestFirst()).hasSize(200);
    assertThat(log.newestFirst().get(0).text()).isEqualTo("decision 999");
  }
}
