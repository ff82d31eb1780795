package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.plan.Proposal;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;

/**
 * Commands of people about plans. Each throws {@link PlanRefused} if it cannot be followed, and is
 * durable when it returns. Safe for concurrent use.
 */
public final class Orders {

  private final PlanBoard board;
  private final Clock clock;

  /** Orders for a board. */
  public Orders(PlanBoard board, Clock clock) {
    this.board = board;
    this.clock = clock;
  }

  /** Lets a proposed plan be carried out. */
  public PlanRecord approve(String id, String by, String note) {
    return enter(id, PlanState.APPROVED, by, note);
  }

  /** Ends a proposed plan. */
  public PlanRecord reject(String id, String by, String note) {
    return enter(id, PlanState.REJECTED, by, note);
  }

  /** Aborts an approved plan, or a running plan at its next safe point. */
  public PlanRecord abort(String id, String by, String note) {
    return plan(
        board.order(
            book -> {
              PlanRecord plan = find(book, id);
              if (plan.state() != PlanState.EXECUTING) {
                return book.with(to(plan, PlanState.ABORTED, by, note));
              }
              PlanRecord aborting = to(plan, PlanState.ABORTING, by, note);
              boolean safe = aborting.isAtSafePoint() && !aborting.isComplete();
              return book.with(
                  safe ? to(aborting, PlanState.ABORTED, by, plan.progress()) : aborting);
            },
            Optional.of(id),
            by,
            "abort" + (note.isEmpty() ? "" : ", " + note)),
        id);
  }

  /** No plan begins, and none goes on behind its next safe point. */
  public void pause(String by) {
    Instant now = clock.instant();
    board.order(
        book -> {
          book.pause()
              .ifPresent(
                  pause -> {
                    throw refused("plans are paused already, by " + pause.by());
                  });
          return book.with(Optional.of(new PlanBook.Pause(now, by)));
        },
        Optional.empty(),
        by,
        "pause");
  }

  /** Resumes planning and the paused plan. */
  public void resume(String by) {
    board.order(
        book -> {
          if (book.pause().isEmpty()) {
            throw refused("plans are not paused");
          }
          return book.with(Optional.empty());
        },
        Optional.empty(),
        by,
        "resume");
  }

  /** Lets a change be tried again that was rejected or aborted, or is held. */
  public void propose(String by) {
    board
        .book()
        .open()
        .ifPresent(
            plan -> {
              throw refused(
                  plan.id() + " is " + plan.state().text() + ": at most one plan is open");
            });
    board.askAgain(by);
  }

  /** Makes a plan that a person asks for, who approves it by that. */
  public PlanRecord command(Proposal proposal, String by) {
    Instant now = clock.instant();
    PlanBook ordered =
        board.order(
            book -> {
              book.open()
                  .ifPresent(
                      plan -> {
                        throw refused(
                            "%s is %s: at most one plan is open; wait for its end, reject or abort it"
                                .formatted(plan.id(), plan.state().text()));
                      });
              book.pause()
                  .ifPresent(
                      pause -> {
                        throw refused("plans are paused by " + pause.by() + ": resume them first");
                      });
              PlanRecord made = PlanRecord.proposed(book.nextId(), by, proposal, now);
              return book.add(to(made, PlanState.APPROVED, by, "ordered"));
            },
            Optional.empty(),
            by,
            proposal.plan().reason());
    return ordered.newestFirst().get(0);
  }

  private PlanRecord enter(String id, PlanState state, String by, String note) {
    return plan(
        board.order(
            book -> book.with(to(find(book, id), state, by, note)),
            Optional.of(id),
            by,
            state.text() + (note.isEmpty() ? "" : ", " + note)),
        id);
  }

  private PlanRecord to(PlanRecord plan, PlanState state, String by, String note) {
    if (!plan.state().mayBecome(state)) {
      throw refused(
          "%s is %s%s and cannot become %s%s"
              .formatted(
                  plan.id(), plan.state().text(), why(plan), state.text(), advice(plan, state)));
    }
    return plan.to(new PlanEvent(clock.instant(), state, by, note));
  }

  private static String why(PlanRecord plan) {
    PlanEvent last = plan.last();
    boolean byPerson =
        !last.by().equals(PlanEvent.COORDINATOR) && !last.by().equals(PlanEvent.POLICY);
    String by = byPerson ? " by " + last.by() : "";
    return by + (last.note().isEmpty() ? "" : " (" + last.note() + ")");
  }

  private String advice(PlanRecord plan, PlanState state) {
    if (!plan.state().isOpen()) {
      return board.book().open().map(other -> "; the open plan is " + other.id()).orElse("");
    }
    if (state == PlanState.ABORTED) {
      return plan.state() == PlanState.PROPOSED ? "; reject it instead" : "";
    }
    return state == PlanState.REJECTED ? "; abort it instead" : "";
  }

  private static PlanRecord find(PlanBook book, String id) {
    return book.find(id).orElseThrow(() -> PlanRefused.unknown(id));
  }

  private static PlanRecord plan(PlanBook book, String id) {
    return find(book, id);
  }

  private static PlanRefused refused(String message) {
    return new PlanRefused(PlanRefused.Reason.STATE, message);
  }
}
