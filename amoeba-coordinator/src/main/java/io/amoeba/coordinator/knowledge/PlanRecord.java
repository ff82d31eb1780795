package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.PlanProgress;
import io.amoeba.coordinator.plan.PlanStatus;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A plan with its history: author, events, status, the performance of its operators before it, and
 * its outcome. Immutable.
 */
public record PlanRecord(
    String id,
    String author,
    Proposal proposal,
    List<PlanEvent> events,
    PlanStatus status,
    Optional<Performance> before,
    Optional<PlanOutcome> outcome) {

  public PlanRecord {
    events = List.copyOf(events);
    if (events.isEmpty() || events.get(0).state() != PlanState.PROPOSED) {
      throw new IllegalArgumentException("plan " + id + " does not start as a proposed one");
    }
    status.done().check(proposal.plan());
  }

  /** A plan that waits for a decision. */
  public static PlanRecord proposed(String id, String author, Proposal proposal, Instant at) {
    PlanEvent made = new PlanEvent(at, PlanState.PROPOSED, author, proposal.plan().reason());
    return new PlanRecord(
        id,
        author,
        proposal,
        List.of(made),
        PlanStatus.of(proposal.plan().action().noProgress()),
        Optional.empty(),
        Optional.empty());
  }

  /** What is to change. */
  public ChangePlan plan() {
    return proposal.plan();
  }

  /** The present state. */
  public PlanState state() {
    return last().state();
  }

  /** How it reached its present state. */
  public PlanEvent last() {
    return events.get(events.size() - 1);
  }

  /** When it was made. */
  public Instant plannedAt() {
    return events.get(0).at();
  }

  /** When it reached a state, if it has. */
  public Optional<Instant> since(PlanState state) {
    return events.stream().filter(event -> event.state() == state).map(PlanEvent::at).findFirst();
  }

  /** When its last state was reached. */
  public Optional<Instant> endedAt() {
    return state().isOpen() ? Optional.empty() : Optional.of(last().at());
  }

  /** Time from the approval to the completion on every edge. */
  public Optional<Duration> adaptation() {
    return between(PlanState.APPROVED, PlanState.COMPLETED);
  }

  /** Time from its begin to its completion. */
  public Optional<Duration> duration() {
    return between(PlanState.EXECUTING, PlanState.COMPLETED);
  }

  /** What is done. */
  public PlanProgress done() {
    return status.done();
  }

  /** Epochs of the maps that were published for it, by edge. */
  public Map<EdgeId, Long> epochs() {
    return done().epochs();
  }

  /** Edges that work by their new map. */
  public Set<EdgeId> complete() {
    return done().complete();
  }

  /** Maps that are not published yet. */
  public List<EdgeAlignment> unpublished() {
    return plan().alignments().stream().filter(a -> !epochs().containsKey(a.edge())).toList();
  }

  /** Whether there is something left to begin. */
  public boolean hasMore() {
    return done().hasMore(plan());
  }

  /**
   * How often a hash slot has got a new owner by now, or is about to get it: one that several
   * operators route counts once for each of them.
   */
  public int reassignedHashSlots() {
    return done().reassignedHashSlots(plan());
  }

  /** Primaries that have migrated by now. */
  public int migratedPrimaries() {
    return done().migratedPrimaries();
  }

  /** Edges whose hand-over has begun and is not complete. */
  public Set<EdgeId> underWay() {
    Set<EdgeId> edges = new HashSet<>(epochs().keySet());
    edges.removeAll(complete());
    return edges;
  }

  /** Whether all is done. */
  public boolean isComplete() {
    return done().isComplete(plan());
  }

  /** Whether nothing is half done, so that the plan can end here. */
  public boolean isAtSafePoint() {
    return done().isAtSafePoint();
  }

  /** How much is done, and what goes on, for people. */
  public String progress() {
    return status.text(plan());
  }

  /**
   * The plan in another state.
   *
   * @throws IllegalStateException if there is no such transition
   */
  public PlanRecord to(PlanEvent event) {
    if (!state().mayBecome(event.state())) {
      throw new IllegalStateException(
          id + " is " + state().text() + " and cannot become " + event.state().text());
    }
    List<PlanEvent> more = new ArrayList<>(events);
    more.add(event);
    return new PlanRecord(id, author, proposal, more, status, before, outcome);
  }

  /** The plan with how its operators did before. */
  public PlanRecord begunAt(Performance performance) {
    return new PlanRecord(id, author, proposal, events, status, Optional.of(performance), outcome);
  }

  /** The plan with so much of it done. */
  public PlanRecord advanced(PlanProgress progress) {
    return at(status.with(progress));
  }

  /** The plan so far. */
  public PlanRecord at(PlanStatus newStatus) {
    return new PlanRecord(id, author, proposal, events, newStatus, before, outcome);
  }

  /** The plan with what it brought. */
  public PlanRecord measured(PlanOutcome brought) {
    return new PlanRecord(id, author, proposal, events, status, before, Optional.of(brought));
  }

  private Optional<Duration> between(PlanState from, PlanState to) {
    return since(from).flatMap(begin -> since(to).map(end -> Duration.between(begin, end)));
  }
}
