package io.amoeba.coordinator.knowledge;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.amoeba.coordinator.plan.PlanAction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that is known about plans: the last hundred, newest first, of which at most the first
 * is open; how many were ever made; and whether somebody has paused them. Immutable.
 */
public record PlanBook(
    @JsonProperty("plans") List<PlanRecord> newestFirst, long made, Optional<Pause> pause) {

  /** No plan was made yet. */
  public static final PlanBook EMPTY = new PlanBook(List.of(), 0, Optional.empty());

  private static final int KEPT = 100;

  /** Plans of a kind that the estimate looks back at. */
  private static final int REMEMBERED_DURATIONS = 10;

  /** No plan begins or goes on, since when and by whose order. Immutable. */
  public record Pause(Instant at, String by) {}

  public PlanBook {
    newestFirst = newestFirst.stream().limit(KEPT).toList();
    if (newestFirst.stream().skip(1).anyMatch(plan -> plan.state().isOpen())) {
      throw new IllegalArgumentException("a plan is open although a newer one was made");
    }
  }

  /** The plan that waits or is carried out. */
  public Optional<PlanRecord> open() {
    return newestFirst.stream().limit(1).filter(plan -> plan.state().isOpen()).findFirst();
  }

  /** A plan by its id. */
  public Optional<PlanRecord> find(String id) {
    return newestFirst.stream().filter(plan -> plan.id().equals(id)).findFirst();
  }

  /** Id of the next plan. */
  public String nextId() {
    return "plan-" + (made + 1);
  }

  /** The book with one more plan. */
  public PlanBook add(PlanRecord plan) {
    List<PlanRecord> plans = new ArrayList<>(newestFirst);
    plans.add(0, plan);
    return new PlanBook(plans, made + 1, pause);
  }

  /** The book with a plan as it is now. */
  public PlanBook with(PlanRecord plan) {
    return new PlanBook(
        newestFirst.stream().map(old -> old.id().equals(plan.id()) ? plan : old).toList(),
        made,
        pause);
  }

  /** The book with plans paused, or not. */
  public PlanBook with(Optional<Pause> newPause) {
    return new PlanBook(newestFirst, made, newPause);
  }

  /**
   * How long a change will take: the median of the last ones of its kind, for as much as there is
   * to do; empty if there was none.
   */
  public Optional<Duration> expectedDuration(PlanAction action) {
    List<Duration> forOne =
        newestFirst.stream()
            .filter(plan -> plan.plan().action().kind().equals(action.kind()))
            .flatMap(
                plan ->
                    plan.duration().stream().map(d -> d.dividedBy(plan.plan().action().effort())))
            .limit(REMEMBERED_DURATIONS)
            .sorted()
            .toList();
    return forOne.isEmpty()
        ? Optional.empty()
        : Optional.of(forOne.get(forOne.size() / 2).multipliedBy(action.effort()));
  }
}
