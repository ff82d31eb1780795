package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.RateHistory;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Measures how a plan's operators do before it begins, and whether it was worth it afterwards.
 * Confined to the control-loop thread.
 */
final class OutcomeWatch {

  /*
   * Rates of Flink are means over a minute that arrive every second to every ten, and the first
   * requests after a hand-over meet cold caches; so the time after a plan is looked at only when as
   * much as half the measured time has passed. The next plan ends the measurement of the last one.
   */

  private final PlanBoard board;
  private final RateHistory rates;
  private final Duration window;
  private final Clock clock;

  OutcomeWatch(PlanBoard board, RateHistory rates, Duration window, Clock clock) {
    this.board = board;
    this.rates = rates;
    this.window = window;
    this.clock = clock;
  }

  /** How the plan's operators did until now. */
  Performance before(PlanRecord plan) {
    Instant now = clock.instant();
    return Performance.of(rates.samples(), operators(plan), now.minus(window), now);
  }

  /** Notes the outcome of the last completed plan when it can be told. */
  void measure() {
    PlanBook book = board.book();
    for (int i = 0; i < Math.min(2, book.newestFirst().size()); i++) {
      PlanRecord plan = book.newestFirst().get(i);
      if (plan.state() == PlanState.COMPLETED && plan.outcome().isEmpty()) {
        Optional<Instant> next =
            i == 0 ? Optional.empty() : book.newestFirst().get(0).since(PlanState.EXECUTING);
        measure(plan, next);
      }
    }
  }

  private void measure(PlanRecord plan, Optional<Instant> next) {
    Instant from = plan.last().at().plus(window.dividedBy(2));
    Instant to = from.plus(window);
    boolean cutShort = next.isPresent() && next.get().isBefore(to);
    if (!cutShort && clock.instant().isBefore(to)) {
      return;
    }
    Performance after =
        Performance.of(rates.samples(), operators(plan), from, cutShort ? next.get() : to);
    PlanOutcome outcome =
        PlanOutcome.of(plan.proposal().gain(), plan.before().orElse(Performance.UNKNOWN), after);
    board.change(plan.id(), record -> record.measured(outcome));
  }

  private static List<String> operators(PlanRecord plan) {
    return plan.plan().operators();
  }
}
