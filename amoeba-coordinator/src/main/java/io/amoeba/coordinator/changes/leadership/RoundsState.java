package io.amoeba.coordinator.changes.leadership;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.plan.PlanAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a plan of rounds has come. Immutable.
 *
 * @param planned all rounds of the plan, in their order
 * @param ended how many have ended; the next one follows them in {@code planned}
 * @param begun the round that has begun and not ended; empty: none
 * @param notes what was not as it should be, but did not end a round
 */
public record RoundsState(
    List<PlannedRound> planned, int ended, List<OpenRound> begun, List<Problem> notes) {

  public RoundsState {
    planned = List.copyOf(planned);
    begun = List.copyOf(begun);
    notes = List.copyOf(notes);
  }

  /** A plan where its last run ended at a safe point. */
  static RoundsState of(PlanRecord plan) {
    PlanAction action = plan.plan().action();
    List<PlannedRound> planned =
        action
            .as(KeepUpServers.class)
            .map(upkeep -> upkeep.rounds().stream().map(PlannedRound::of).toList())
            .orElseGet(() -> List.of(PlannedRound.of(action.as(LeaveServer.class).orElseThrow())));
    int ended = plan.done() instanceof LeadershipProgress done ? done.rounds() : 0;
    return new RoundsState(planned, ended, List.of(), List.of());
  }

  Optional<OpenRound> open() {
    return begun.stream().findFirst();
  }

  boolean isComplete() {
    return ended == planned.size();
  }

  /** The round that is open, or comes next. */
  PlannedRound next() {
    return planned.get(ended);
  }

  /** Whether the lead, or the records of the job, may be away from where they belong. */
  boolean isAway() {
    return open().filter(open -> open.phase().isAway()).isPresent();
  }

  RoundsState with(OpenRound open) {
    return new RoundsState(planned, ended, List.of(open), notes);
  }

  /** The open round has ended as planned. */
  RoundsState oneEnded() {
    return new RoundsState(planned, ended + 1, List.of(), notes);
  }

  /** The open round has ended otherwise. */
  RoundsState givenUp() {
    return new RoundsState(planned, ended, List.of(), notes);
  }

  RoundsState noting(Problem note) {
    if (notes.contains(note)) {
      return this;
    }
    List<Problem> all = new ArrayList<>(notes);
    all.add(note);
    return new RoundsState(planned, ended, begun, all);
  }
}
