package io.amoeba.coordinator.changes.failover;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a plan that replaces primaries has come. Immutable.
 *
 * @param planned all replacements of the plan, in their order
 * @param former whether former primaries stay as replicas
 * @param replaced how many primaries are replaced; the next one follows them in {@code planned}
 * @param begun the replacement that has begun and not ended; empty: none
 * @param notes what could not be done but does not matter
 */
public record PrimaryReplacements(
    List<Planned> planned,
    OldPrimary former,
    int replaced,
    List<OpenReplacement> begun,
    List<Problem> notes) {

  /**
   * A primary and the server that replaces it. Immutable.
   *
   * @param primary its id
   * @param hashSlots what it owned when the plan was made
   */
  public record Planned(
      String primary, ServerAddress from, ServerAddress to, List<HashSlotSpan> hashSlots) {
    public Planned {
      hashSlots = List.copyOf(hashSlots);
    }
  }

  public PrimaryReplacements {
    planned = List.copyOf(planned);
    begun = List.copyOf(begun);
    notes = List.copyOf(notes);
  }

  /** A plan where its last run ended at a safe point. */
  static PrimaryReplacements of(PlanRecord plan) {
    MigratePrimaries action = plan.plan().action().as(MigratePrimaries.class).orElseThrow();
    int replaced = plan.done() instanceof PrimaryProgress done ? done.primaries() : 0;
    return new PrimaryReplacements(
        action.migrations().stream()
            .map(
                m ->
                    new Planned(
                        m.migration().primary(),
                        m.from(),
                        m.migration().to().address(),
                        m.hashSlots()))
            .toList(),
        action.old(),
        replaced,
        List.of(),
        List.of());
  }

  /** The replacement that has begun and not ended. */
  public Optional<OpenReplacement> open() {
    return begun.stream().findFirst();
  }

  /** Whether no replacement is left to begin. */
  boolean isComplete() {
    return replaced == planned.size();
  }

  /** The replacement that is open, or comes next. */
  Planned next() {
    return planned.get(replaced);
  }

  /** The same with an open replacement. */
  PrimaryReplacements with(OpenReplacement next) {
    return new PrimaryReplacements(planned, former, replaced, List.of(next), notes);
  }

  /** The same with the open replacement, or the next one that was found done, ended. */
  PrimaryReplacements oneReplaced() {
    return new PrimaryReplacements(planned, former, replaced + 1, List.of(), notes);
  }

  /** The same without the open replacement, which was rolled back. */
  PrimaryReplacements rolledBack() {
    return new PrimaryReplacements(planned, former, replaced, List.of(), notes);
  }

  /** The same with further notes. */
  PrimaryReplacements noting(List<Problem> further) {
    List<Problem> all = new ArrayList<>(notes);
    further.stream().filter(note -> !all.contains(note)).forEach(all::add);
    return new PrimaryReplacements(planned, former, replaced, begun, all);
  }

  /** How far the plan has come: a promoted server has replaced its primary. */
  PlanProgress progress() {
    return new PrimaryProgress(
        open().filter(OpenReplacement::isPromoted).isPresent() ? replaced + 1 : replaced);
  }

  /** What goes on, in words. */
  String phase() {
    return open().map(open -> open.takeover().underWay("")).orElse("");
  }
}
