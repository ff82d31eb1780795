package io.amoeba.coordinator.loop;

import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.knowledge.Performance;
import io.amoeba.coordinator.knowledge.PlanOutcome;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.RateHistory;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Measures local-hit rate and throughput of a plan's operators before it begins, and afterwards
 * whether it was worth its cost. Confined to the control-loop thread.
 */
final class OutcomeWatch {

  /*
   * Rates of Flink are means over a minute that arrive every second to every ten, and the first
   * requests after a hand-over meet cold caches; so the time after a plan is looked at only when as
   * much as half the measured time has passed. The next plan ends the measurement of the last one.
   */

  /** Later plans that may come before the outcome of one can be told. */
  private static final int LOOKED_AT = 10;

  private final PlanBoard board;
  private final RateHistory rates;
  private final Duration window;
  private final ControlLoop.Clocks clocks;

  /** When something happened to a plan, by the ticker. */
  private final Map<Happened, Long> ticks = new HashMap<>();

  private record Happened(String plan, Instant at) {}

  OutcomeWatch(PlanBoard board, RateHistory rates, Duration window, ControlLoop.Clocks clocks) {
    this.board = board;
    this.rates = rates;
    this.window = window;
    this.clocks = clocks;
  }

  /** How the plan's operators did until now. */
  Performance before(PlanRecord plan) {
    long now = clocks.ticker().millis();
    return rates.performance(operators(plan), now - window.toMillis(), now);
  }

  /** Notes the outcome of the last completed plans when it can be told. */
  void measure() {
    List<PlanRecord> newestFirst = board.book().newestFirst();
    for (int i = 0; i < Math.min(LOOKED_AT, newestFirst.size()); i++) {
      PlanRecord plan = newestFirst.get(i);
      if (plan.state() == PlanState.COMPLETED
          && plan.outcome().isEmpty()
          && !operators(plan).isEmpty()) {
        measure(plan, newestFirst.subList(0, i));
      }
    }
    Set<String> looked =
        newestFirst.stream().limit(LOOKED_AT).map(PlanRecord::id).collect(Collectors.toSet());
    ticks.keySet().removeIf(happened -> !looked.contains(happened.plan()));
  }

  /**
   * A plan's events tell the wall clock, which people set. The first look at one comes soon after
   * it, and only what came before is reckoned by that clock, as after a restart.
   */
  private long tick(PlanRecord plan, Instant at) {
    return ticks.computeIfAbsent(
        new Happened(plan.id(), at),
        happened -> {
          long age = Duration.between(at, clocks.wall().instant()).toMillis();
          return clocks.ticker().millis() - Math.max(0, age);
        });
  }

  private void measure(PlanRecord plan, List<PlanRecord> newer) {
    Set<Effect> awaited = plan.plan().action().awaited();
    long end = tick(plan, plan.last().at());
    OptionalLong next = OptionalLong.empty();
    for (int i = newer.size() - 1; i >= 0 && next.isEmpty(); i--) {
      PlanRecord later = newer.get(i);
      boolean begun = later.since(PlanState.EXECUTING).isPresent();
      PlanAction action = later.plan().action();
      boolean storeBelongs = awaited.contains(Effect.STORE) && action.has(Effect.STORE);
      boolean routingBelongs = awaited.contains(Effect.ROUTING) && action.has(Effect.ROUTING);
      if (storeBelongs || routingBelongs) {
        if (later.state().isOpen()) {
          return;
        }
        end = begun ? tick(later, later.last().at()) : end;
        awaited = storeBelongs || !begun ? awaited : Set.of();
      } else {
        next =
            later
                .since(PlanState.EXECUTING)
                .map(at -> OptionalLong.of(tick(later, at)))
                .orElse(OptionalLong.empty());
      }
    }
    measure(plan, end, next);
  }

  private void measure(PlanRecord plan, long end, OptionalLong next) {
    long from = end + window.toMillis() / 2;
    long to = from + window.toMillis();
    boolean cutShort = next.isPresent() && next.getAsLong() < to;
    if (!cutShort && clocks.ticker().millis() < to) {
      return;
    }
    Performance after = rates.performance(operators(plan), from, cutShort ? next.getAsLong() : to);
    PlanOutcome outcome =
        PlanOutcome.of(plan.proposal().gain(), plan.before().orElse(Performance.UNKNOWN), after);
    board.change(plan.id(), record -> record.measured(outcome));
  }

  private static List<String> operators(PlanRecord plan) {
    return plan.plan().operators();
  }
}
