package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.plan.ChangePlan;
import io.amoeba.coordinator.plan.EdgeAlignment;
import io.amoeba.coordinator.plan.Proposal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A plan with its fate: who made it, what happened to it, the epochs of the maps that were
 * published for it, the edges that work by theirs, how its operators did before, and what it
 * brought. Immutable.
 */
public record PlanRecord(
    String id,
    String author,
    Proposal proposal,
    List<PlanEvent> events,
    Map<EdgeId, Long> epochs,
    Set<EdgeId> complete,
    Optional<Performance> before,
    Optional<PlanOutcome> outcome) {

  public PlanRecord {
    events = List.copyOf(events);
    epochs = Map.copyOf(epochs);
    complete = Set.copyOf(complete);
    if (events.isEmpty() || events.get(0).state() != PlanState.PROPOSED) {
      throw new IllegalArgumentException("plan " + id + " does not begin as a proposed one");
    }
  }

  /** A plan that waits for a decision. */
  public static PlanRecord proposed(String id, String author, Proposal proposal, Instant at) {
    PlanEvent made = new PlanEvent(at, PlanState.PROPOSED, author, proposal.plan().reason());
    return new PlanRecord(
        id,
        author,
        proposal,
        List.of(made),
        Map.of(),
        Set.of(),
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

  /** Time from the first map to the completion on every edge. */
  public Optional<Duration> handOver() {
    return between(PlanState.EXECUTING, PlanState.COMPLETED);
  }

  /** What is not published yet. */
  public List<EdgeAlignment> unpublished() {
    return plan().alignments().stream().filter(a -> !epochs.containsKey(a.edge())).toList();
  }

  /** Hash slots that change owner by the maps that were published. */
  public int publishedHashSlots() {
    return plan().alignments().stream()
        .filter(alignment -> epochs.containsKey(alignment.edge()))
        .mapToInt(EdgeAlignment::movedHashSlots)
        .sum();
  }

  /** Edges whose hand-over has begun and is not complete. */
  public Set<EdgeId> underWay() {
    Set<EdgeId> edges = new HashSet<>(epochs.keySet());
    edges.removeAll(complete);
    return edges;
  }

  /** Whether every edge works by its new map. */
  public boolean isComplete() {
    return complete.size() == plan().alignments().size();
  }

  /** How much is done, for people. */
  public String progress() {
    return complete.size()
        + " of "
        + plan().alignments().size()
        + " operators work by their new map, "
        + underWay().size()
        + " on the way";
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
    return new PlanRecord(id, author, proposal, more, epochs, complete, before, outcome);
  }

  /** The plan with how its operators did before. */
  public PlanRecord begunAt(Performance performance) {
    return new PlanRecord(
        id, author, proposal, events, epochs, complete, Optional.of(performance), outcome);
  }

  /** The plan with these published epochs and complete edges. */
  public PlanRecord advanced(Map<EdgeId, Long> publishedEpochs, Set<EdgeId> completeEdges) {
    return new PlanRecord(
        id, author, proposal, events, publishedEpochs, completeEdges, before, outcome);
  }

  /** The plan with what it brought. */
  public PlanRecord measured(PlanOutcome brought) {
    return new PlanRecord(
        id, author, proposal, events, epochs, complete, before, Optional.of(brought));
  }

  private Optional<Duration> between(PlanState from, PlanState to) {
    return since(from).flatMap(begin -> since(to).map(end -> Duration.between(begin, end)));
  }
}
