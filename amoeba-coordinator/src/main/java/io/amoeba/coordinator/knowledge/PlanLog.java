package io.amoeba.coordinator.knowledge;

import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.plan.ChangePlan;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/** The last plans, newest first; at most one is proposed. Safe for concurrent use. */
public final class PlanLog {

  private static final int KEPT = 100;

  private final Clock clock;
  private final Deque<PlanRecord> records = new ArrayDeque<>();
  private Optional<PlanRecord> proposed = Optional.empty();
  private long made;

  /** An empty log. */
  public PlanLog(Clock clock) {
    this.clock = clock;
  }

  /** Takes this tick's plan; the same outcome as before keeps its record. */
  public synchronized Optional<PlanRecord> propose(Optional<ChangePlan> plan) {
    if (proposed.isPresent()) {
      if (plan.isPresent() && proposed.get().plan().sameOutcome(plan.get())) {
        return proposed;
      }
      add(proposed.get().ended(PlanState.SUPERSEDED, clock.instant()));
    }
    proposed =
        plan.map(
            made ->
                new PlanRecord(
                    nextId(),
                    made,
                    PlanState.PROPOSED,
                    clock.instant(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of()));
    return proposed;
  }

  /** The last tick's plan, if it had one that is not published. */
  public synchronized Optional<PlanRecord> proposed() {
    return proposed;
  }

  /** Notes that the proposed plan is being tried: its adaptation time begins. */
  public synchronized void tried() {
    proposed = proposed.map(record -> record.tried(clock.instant()));
  }

  /** Notes which part of the proposed plan was published, by epochs. */
  public synchronized void published(ChangePlan part, Map<EdgeId, Long> epochs) {
    proposed.ifPresent(record -> add(record.executing(part, epochs)));
    proposed = Optional.empty();
  }

  /** Notes that something else carries the proposed plan out. */
  public synchronized void handedOver() {
    proposed.ifPresent(record -> add(record.ended(PlanState.SUPERSEDED, clock.instant())));
    proposed = Optional.empty();
  }

  /** Ends executing plans whose every epoch is complete, or one of which is over. */
  public synchronized List<PlanRecord> confirm(
      BiPredicate<EdgeId, Long> complete, BiPredicate<EdgeId, Long> over) {
    List<PlanRecord> completed = new ArrayList<>();
    List<PlanRecord> kept = new ArrayList<>();
    for (PlanRecord record : records) {
      PlanRecord now = record;
      if (record.state() == PlanState.EXECUTING) {
        if (all(record, complete)) {
          now = record.ended(PlanState.COMPLETED, clock.instant());
          completed.add(now);
        } else if (record.epochs().entrySet().stream()
            .anyMatch(e -> over.test(e.getKey(), e.getValue()))) {
          now = record.ended(PlanState.SUPERSEDED, clock.instant());
        }
      }
      kept.add(now);
    }
    records.clear();
    records.addAll(kept);
    return completed;
  }

  /** All that are kept, newest first; the proposed one leads. */
  public synchronized List<PlanRecord> newestFirst() {
    List<PlanRecord> newest = new ArrayList<>();
    proposed.ifPresent(newest::add);
    newest.addAll(records);
    return newest;
  }

  private static boolean all(PlanRecord record, BiPredicate<EdgeId, Long> complete) {
    return record.epochs().entrySet().stream()
        .allMatch(entry -> complete.test(entry.getKey(), entry.getValue()));
  }

  private void add(PlanRecord record) {
    records.addFirst(record);
    while (records.size() > KEPT) {
      records.removeLast();
    }
  }

  private String nextId() {
    made++;
    return "plan-" + made;
  }
}
