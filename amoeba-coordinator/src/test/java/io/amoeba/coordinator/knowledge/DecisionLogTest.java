package io.amoeba.coordinator.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.diagnosis.Symptoms;
import io.amoeba.coordinator.execute.ManualClock;
import java.util.Optional;
import java.util.stream.Stream;
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
  void problemsOfTheSameCodesAreOneEntryWithTheNewestText() {
    log.note(Optional.empty(), "no plan: ", because("Toll", "Accidents"));
    clock.advance(500);
    log.note(Optional.empty(), "no plan: ", because("Toll"));

    assertThat(log.newestFirst()).hasSize(1);
    DecisionLog.Decision decision = log.newestFirst().get(0);
    assertThat(decision.codes()).containsExactly("REPORTS_MISSING");
    assertThat(decision.text()).isEqualTo("no plan: Toll: no report from any task manager");
    assertThat(decision.times()).isEqualTo(2);
    assertThat(decision.until()).isEqualTo(decision.since().plusMillis(500));
  }

  @Test
  void problemsOfOtherCodesOrOfAnotherPlanAreAnotherEntry() {
    log.note(Optional.empty(), "no plan: ", because("Toll"));
    log.note(Optional.of("plan-1"), "does not continue: ", because("Toll"));
    log.note(Optional.of("plan-1"), "does not continue: ", Reason.of("paused"));

    assertThat(log.newestFirst()).extracting(DecisionLog.Decision::times).containsExactly(1, 1, 1);
  }

  private static Reason because(String... operators) {
    return Reason.ofSymptoms(Stream.of(operators).map(Symptoms::reportsMissing).toList());
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
