package io.amoeba.coordinator.approve;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanEvent;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.knowledge.Reason;
import io.amoeba.coordinator.plan.Effect;
import io.amoeba.coordinator.plan.PlanAction;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.Proposal;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plans, and the only place where they change state; every change is durable before it takes
 * effect. Commands of people come through {@link Orders}. Safe for concurrent use.
 */
public final class PlanBoard {

  private static final Logger LOG = LoggerFactory.getLogger(PlanBoard.class);

  private final PlanStore store;
  private final ApprovalPolicy policy;
  private final RetryRules retries;
  private final DecisionLog decisions;
  private final Clock clock;
  private volatile PlanBook book;
  private volatile Runnable listener = () -> {};
  private Optional<String> askedAgainBy = Optional.empty();

  /**
   * A board with the plans of the store.
   *
   * @throws IllegalStateException if the store cannot be read
   */
  public PlanBoard(PlanStore store, ApprovalPolicy policy, DecisionLog decisions, Clock clock) {
    this(store, policy, RetryRules.DEFAULT, decisions, clock);
  }

  /**
   * A board with the plans of the store.
   *
   * @param retries when a change that has failed, or was undone, is tried again
   * @throws IllegalStateException if the store cannot be read
   */
  public PlanBoard(
      PlanStore store,
      ApprovalPolicy policy,
      RetryRules retries,
      DecisionLog decisions,
      Clock clock) {
    this.store = store;
    this.policy = policy;
    this.retries = retries;
    this.decisions = decisions;
    this.clock = clock;
    this.book = store.load();
  }

  /** All plans as they are now. */
  public PlanBook book() {
    return book;
  }

  /** Runs {@code newListener} after every order of a person. */
  public void onOrder(Runnable newListener) {
    listener = newListener;
  }

  /**
   * Compares the open plan with what a look found, makes another one if that is due, and approves
   * it if mode and policy allow.
   *
   * @return the plan that is to be carried out now, if there is one
   */
  public synchronized Optional<PlanRecord> review(Mode mode, Sight sight) {
    Optional<PlanRecord> before = book.open();
    before.ifPresent(plan -> Staleness.of(plan, mode, sight).ifPresent(why -> outdated(plan, why)));
    book.open()
        .filter(plan -> plan.state() == PlanState.PROPOSED)
        .ifPresent(
            plan ->
                moreUrgent(plan, sight)
                    .ifPresent(p -> outdated(plan, "due before it: " + p.plan().reason())));
    if (book.open().isEmpty() && before.filter(PlanBoard::mayBeUnderWay).isEmpty()) {
      propose(mode, sight);
    }
    book.open()
        .filter(plan -> plan.state() == PlanState.PROPOSED)
        .ifPresent(plan -> judge(plan, mode));
    return due(mode, sight);
  }

  /** Store or job may be half changed by it, so that another plan would be made for that. */
  private static boolean mayBeUnderWay(PlanRecord plan) {
    boolean begun = plan.state() == PlanState.EXECUTING || plan.state() == PlanState.ABORTING;
    PlanAction action = plan.plan().action();
    return begun && (action.has(Effect.STORE) || action.has(Effect.JOB));
  }

  /** What became due after a plan was made, but is to be carried out before it. */
  private Optional<Proposal> moreUrgent(PlanRecord plan, Sight sight) {
    String kind = plan.plan().action().kind();
    return sight.proposals().stream()
        .filter(p -> whyNotAgain(p).isEmpty())
        .limit(1)
        .filter(p -> !p.plan().action().kind().equals(kind))
        .findFirst();
  }

  private void outdated(PlanRecord plan, String why) {
    boolean begun = plan.state() == PlanState.EXECUTING || plan.state() == PlanState.ABORTING;
    enter(
        plan.id(),
        begun ? PlanState.FAILED : PlanState.STALE,
        PlanEvent.COORDINATOR,
        why,
        begun ? List.of(Problem.error("TOPOLOGY_CHANGED", "", why, "")) : List.of());
  }

  private void propose(Mode mode, Sight sight) {
    if (sight.proposals().isEmpty()) {
      decisions.note(Optional.empty(), "no plan: ", sight.why());
      return;
    }
    Proposal first = sight.proposals().get(0);
    if (mode == Mode.OBSERVE) {
      decisions.note("no plan, because the mode is observe: " + first.plan().reason());
      return;
    }
    Optional<Proposal> wanted =
        sight.proposals().stream()
            .filter(p -> askedAgainBy.isPresent() || whyNotAgain(p).isEmpty())
            .findFirst();
    if (wanted.isEmpty()) {
      whyNotAgain(first)
          .ifPresent(
              why -> decisions.note(Optional.of(why.plan()), "not created again: ", why.reason()));
      return;
    }
    Proposal proposal = wanted.get();
    String author = askedAgainBy.orElse(PlanEvent.COORDINATOR);
    askedAgainBy = Optional.empty();
    Instant now = clock.instant();
    Proposal checked = proposal.checked(policy.checks(proposal, book.newestFirst(), now));
    PlanRecord made = PlanRecord.proposed(book.nextId(), author, checked, now);
    keep(book.add(made));
    LOG.info("{} proposed: {}", made.id(), proposal.plan().reason());
    decisions.note(made.id(), "made: " + proposal.plan().reason());
  }

  private record WhyNot(String plan, Reason reason) {}

  private Optional<WhyNot> whyNotAgain(Proposal proposal) {
    return unwanted(proposal)
        .map(
            plan ->
                new WhyNot(
                    plan.id(),
                    Reason.of(
                        "it was %s by %s, and nothing has changed since"
                            .formatted(plan.state().text(), plan.last().by()))))
        .or(() -> held(proposal).map(held -> new WhyNot(held.last().id(), held.reason())));
  }

  /** The last plan of the kind, if it was the same and somebody did not want it. */
  private Optional<PlanRecord> unwanted(Proposal proposal) {
    String kind = proposal.plan().action().kind();
    return book.newestFirst().stream()
        .filter(plan -> plan.plan().action().kind().equals(kind))
        .limit(1)
        .filter(
            plan ->
                switch (plan.state()) {
                  case REJECTED -> plan.proposal().isSameAs(proposal);
                  case ABORTED -> plan.proposal().leaves(proposal);
                  default -> false;
                })
        .findFirst();
  }

  private Optional<HeldChange> held(Proposal proposal) {
    Instant now = clock.instant();
    return HeldChange.of(proposal, book, retries, now).filter(held -> held.holds(now));
  }

  /** The changes that are due, and wait because they have failed before or were undone. */
  public List<HeldChange> held(Sight sight) {
    return sight.proposals().stream().map(this::held).flatMap(Optional::stream).toList();
  }

  private void judge(PlanRecord plan, Mode mode) {
    if (mode == Mode.PROPOSE) {
      decisions.note(plan.id(), "waits for approval: the mode is propose");
    } else if (mode == Mode.ACT) {
      List<PlanCheck> objections = policy.objections(plan, book.newestFirst(), clock.instant());
      if (objections.isEmpty()) {
        enter(
            plan.id(),
            PlanState.APPROVED,
            PlanEvent.POLICY,
            "within the limits of the policy",
            List.of());
      } else {
        decisions.note(Optional.of(plan.id()), "waits for approval: ", reason(objections));
      }
    }
  }

  /** The limit that is not kept says what has changed, not the numbers in its text. */
  private static Reason reason(List<PlanCheck> objections) {
    return new Reason(
        objections.stream().map(check -> check.subject().name()).toList(),
        objections.stream().map(PlanCheck::text).collect(Collectors.joining("; ")));
  }

  private Optional<PlanRecord> due(Mode mode, Sight sight) {
    Optional<PlanRecord> due =
        book.open()
            .filter(p -> p.state() == PlanState.APPROVED || p.state() == PlanState.EXECUTING)
            .filter(PlanRecord::hasMore);
    if (due.isEmpty()) {
      return due;
    }
    String id = due.get().id();
    if (mode == Mode.OBSERVE) {
      decisions.note(id, "does not continue: the mode is observe");
      return Optional.empty();
    }
    if (book.pause().isPresent()) {
      decisions.note(id, "does not continue: paused by " + book.pause().get().by());
      return Optional.empty();
    }
    if (sight.fingerprint().isEmpty()) {
      decisions.note(Optional.of(id), "does not continue: ", sight.why());
      return Optional.empty();
    }
    return due;
  }

  /** Changes a plan without changing its state. */
  public synchronized void change(String id, UnaryOperator<PlanRecord> change) {
    book.find(id).ifPresent(plan -> replace(plan, change.apply(plan)));
  }

  /**
   * Lets a plan take its next step, unless an order of a person has come first. Orders wait until
   * the step is taken: it is one safe point to the next.
   */
  public synchronized void advance(String id, UnaryOperator<PlanRecord> step) {
    book.find(id)
        .filter(plan -> plan.state() == PlanState.EXECUTING && book.pause().isEmpty())
        .ifPresent(plan -> replace(plan, step.apply(plan)));
  }

  private void replace(PlanRecord plan, PlanRecord changed) {
    if (!changed.equals(plan)) {
      keep(book.with(changed));
    }
  }

  /**
   * Brings a plan into another state; it stays as it is if there is no such transition, and does
   * not begin unless that is kept: whoever restarts would think that nothing has been done yet.
   */
  public void enter(String id, PlanState state, String note) {
    enter(id, state, note, List.of());
  }

  /**
   * The same with the problems that led to it.
   *
   * @param note for people
   */
  public void enter(String id, PlanState state, String note, List<Problem> problems) {
    enter(id, state, PlanEvent.COORDINATOR, note, problems);
  }

  private synchronized void enter(
      String id, PlanState state, String by, String note, List<Problem> problems) {
    book.find(id)
        .filter(plan -> plan.state().mayBecome(state))
        .ifPresent(
            plan -> {
              PlanBook entered =
                  book.with(plan.to(new PlanEvent(clock.instant(), state, by, note, problems)));
              if (!save(entered) && state == PlanState.EXECUTING) {
                decisions.note(id, "does not start: its state could not be written to disk");
                return;
              }
              book = entered;
              LOG.info("{} {} by {}: {}", id, state.text(), by, note);
              decisions.note(id, state.text() + " by " + by + ": " + note);
            });
  }

  /** Follows a person's order, unless it cannot be kept; then nothing changes. */
  synchronized PlanBook order(
      UnaryOperator<PlanBook> order, Optional<String> plan, String by, String text) {
    PlanBook ordered = order.apply(book);
    try {
      store.save(ordered);
    } catch (UncheckedIOException e) {
      LOG.error("an order of {} could not be kept", by, e);
      throw new PlanRefused(
          PlanRefused.Reason.NOT_KEPT,
          "the order could not be written to the disk and was not followed: " + e.getMessage());
    }
    book = ordered;
    LOG.info("{}: {}", by, text);
    decisions.note(plan, by + ": " + text);
    listener.run();
    return ordered;
  }

  /** Lets a plan that somebody did not want be made again. */
  synchronized void askAgain(String by) {
    askedAgainBy = Optional.of(by);
    decisions.note(by + ": make a plan, also one that was rejected");
    listener.run();
  }

  /** What the loop decides is not undone by a full disk: the next change is kept again. */
  private void keep(PlanBook newest) {
    book = newest;
    save(newest);
  }

  /** Whether it could be written. */
  private boolean save(PlanBook newest) {
    try {
      store.save(newest);
      return true;
    } catch (UncheckedIOException e) {
      LOG.error("plans could not be kept; a restart would not know of this change", e);
      return false;
    }
  }
}
