package io.amoeba.coordinator.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.plan.Proposal;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PlanBookTest {

  private static final Instant BEGUN = Instant.parse("2026-01-02T03:04:05Z");

  private static PlanBook with(PlanBook book, Proposal proposal, PlanState end, long seconds) {
    PlanRecord plan = PlanRecord.proposed(book.nextId(), "test", proposal, BEGUN);
    plan = plan.to(new PlanEvent(BEGUN, PlanState.APPROVED, "test", ""));
    plan = plan.to(new PlanEvent(BEGUN, PlanState.EXECUTING, "test", ""));
    return book.add(plan.to(new PlanEvent(BEGUN.plusSeconds(seconds), end, "test", "")));
  }

  @Test
  void theLastPlansOfAKindTellHowLongTheNextOneTakesForAsMuchAsThereIsToDo() {
    PlanBook book = with(PlanBook.EMPTY, Plans.rescale("t"), PlanState.COMPLETED, 30);
    for (int seconds : new int[] {100, 400, 200}) {
      book = with(book, Plans.moves("t", 0, 99), PlanState.COMPLETED, seconds);
    }
    book = with(book, Plans.moves("t", 0, 99), PlanState.FAILED, 9_999);

    assertThat(book.expectedDuration(Plans.moves("t", 0, 49).plan().action()))
        .as("half as many hash slots as took 200 s")
        .contains(Duration.ofSeconds(100));
    assertThat(book.expectedDuration(Plans.rescale("t").plan().action()))
        .contains(Duration.ofSeconds(30));
    assertThat(book.expectedDuration(Plans.migrations("t", "a>s").plan().action())).isEmpty();
  }
}
