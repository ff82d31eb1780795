package io.amoeba.coordinator.approve;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.plan.Proposal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes that fail again and again, or that somebody undoes. */
class HeldChangeTest {

  private static final Proposal MOVES = Plans.moves("11111111aaaaaaaa", 0, 99);
  private static final long LONG = 600_000;

  private final ManualClock clock = new ManualClock();
  private final DecisionLog decisions = new DecisionLog(clock);
  private final KeptPlans store = new KeptPlans();
  private PlanBoard board = board();

  @Test
  void attemptsOfAChangeThatFailsAreEverFurtherApartAndThenAPersonIsWaitedFor() {
    List<Long> pauses = new ArrayList<>();
    for (int attempt = 1; attempt < RetryRules.DEFAULT.maxAttempts(); attempt++) {
      fails(
          MOVES,
          List.of(noKeyMayLeave("a:" + attempt)),
          attempt + " of 100 hash slots moved; no key may leave a");
      pauses.add(pauseBefore(MOVES));
    }
    assertThat(pauses)
        .containsExactly(
            5_000L, 10_000L, 20_000L, 40_000L, 80_000L, 160_000L, 320_000L, LONG, LONG);

    fails(MOVES, List.of(noKeyMayLeave("b:1")), "10 of 100 hash slots moved; no key may leave a");

    clock.advance(10 * LONG);
    board.review(Mode.ACT, sees(MOVES));
    assertThat(board.book().open()).isEmpty();
    assertThat(board.held(sees(MOVES)))
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.nextAttempt()).isEmpty();
              assertThat(held.symptom().problem().message())
                  .contains("move_hash_slots", "failed 10 times", "no key may leave a")
                  .contains("not retried automatically", "amoeba plans --again");
            });
    assertThat(decisions.newestFirst().get(0).text())
        .startsWith("not created again: move_hash_slots");
  }

  @Test
  void theProblemSaysHowOftenItFailedAndWhenItIsTriedNext() {
    fails(MOVES, "the disk is full");
    fails(MOVES, "the disk is full", 5_000);

    assertThat(board.held(sees(MOVES)))
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.nextAttempt()).contains(clock.instant().plusMillis(10_000));
              assertThat(held.symptom().problem().message())
                  .contains("failed 2 times, last plan-2: the disk is full")
                  .contains("The next attempt is at 1970-01-01T00:16:55Z")
                  .contains("'amoeba plans --again' retries immediately");
            });
  }

  @Test
  void aPersonMayLetItBeTriedAtOnceAndTheCountBeginsAnew() {
    for (int attempt = 0; attempt < RetryRules.DEFAULT.maxAttempts(); attempt++) {
      fails(MOVES, "NOPERM", LONG);
    }
    new Orders(board, clock).propose("alice");

    fails(MOVES, "NOPERM");

    assertThat(board.book().newestFirst().get(0).author()).isEqualTo("alice");
    assertThat(pauseBefore(MOVES)).isEqualTo(5_000);
  }

  @Test
  void anotherReasonBeginsAnew() {
    fails(MOVES, "NOPERM");
    fails(MOVES, "NOPERM", 5_000);
    fails(MOVES, "the node is full", 10_000);

    assertThat(pauseBefore(MOVES)).isEqualTo(5_000);
  }

  @Test
  void aProblemOfAnotherCodeBeginsAnew() {
    fails(MOVES, List.of(noKeyMayLeave("a:1")), "failed");
    clock.advance(5_000);
    fails(MOVES, List.of(noKeyMayLeave("a:1")), "failed");
    clock.advance(10_000);
    fails(MOVES, List.of(Problem.error("TIMED_OUT", "", "took too long", "")), "failed");

    assertThat(pauseBefore(MOVES)).isEqualTo(5_000);
  }

  @Test
  void anotherShapeOfTheClusterIsPlannedForAtOnce() {
    fails(MOVES, "NOPERM");

    board.review(Mode.ACT, sees(Plans.moves("22222222aaaaaaaa", 0, 99)));

    assertThat(board.book().open()).isPresent();
  }

  @Test
  void aRestartedCoordinatorGoesOnCounting() {
    fails(MOVES, "NOPERM");
    fails(MOVES, "NOPERM", 5_000);

    board = board();

    assertThat(pauseBefore(MOVES)).isEqualTo(10_000);
  }

  @Test
  void aClockThatIsSetBackDoesNotMakeItWaitLonger() {
    fails(MOVES, "NOPERM");
    clock.advance(-3_600_000);

    board.review(Mode.ACT, sees(MOVES));

    assertThat(board.book().open()).isPresent();
  }

  @Test
  void hashSlotsThatAnotherToolMovesBackAreLeftThereAfterThreeTimes() {
    Proposal mostOfThem = Plans.moves("11111111bbbbbbbb", 0, 79);
    completes(MOVES);
    clock.advance(5_000);
    completes(mostOfThem);
    clock.advance(10_000);
    completes(MOVES);

    clock.advance(LONG);
    board.review(Mode.ACT, sees(MOVES));

    assertThat(board.book().open()).isEmpty();
    assertThat(board.held(sees(MOVES)).get(0).symptom().problem().message())
        .contains("was done 3 times, last by plan-3, and something else undid it each time")
        .contains("another tool that moves hash slots")
        .contains("amoeba plans --again");
  }

  @Test
  void aJobThatAnAutoscalerScalesBackIsRescaledThreeTimesAtMost() {
    for (String job : List.of("11111111", "22222222", "33333333")) {
      clock.advance(LONG);
      completes(Plans.rescale(job + "aaaaaaaa"));
    }

    clock.advance(LONG);
    Proposal again = Plans.rescale("44444444aaaaaaaa");
    board.review(Mode.ACT, sees(again));

    assertThat(board.book().open()).isEmpty();
    assertThat(board.held(sees(again)).get(0).symptom().problem().message())
        .contains("such as an autoscaler");
  }

  @Test
  void serversThatSomebodyStopsAreStartedThreeTimesAtMost() {
    Proposal starts = Plans.starts("11111111aaaaaaaa", "d");
    for (int i = 0; i < 3; i++) {
      clock.advance(LONG);
      completes(starts);
    }

    clock.advance(LONG);
    board.review(Mode.ACT, sees(starts));

    assertThat(board.book().open()).isEmpty();
  }

  @Test
  void whatLastedForAnHourWasNotUndone() {
    completes(MOVES);
    clock.advance(3_600_000);

    board.review(Mode.ACT, sees(MOVES));

    assertThat(board.book().open()).isPresent();
  }

  @Test
  void otherHashSlotsAreAnotherChange() {
    completes(MOVES);

    board.review(Mode.ACT, sees(Plans.moves("11111111bbbbbbbb", 60, 200)));

    assertThat(board.book().open()).isPresent();
  }

  @Test
  void mapsFollowTheStoreHoweverOftenSomebodyMovesIt() {
    Proposal here = Plans.proposal("11111111aaaaaaaa", 0, 10, "Toll");
    Proposal there = Plans.proposal("11111111bbbbbbbb", 1, 10, "Toll");
    for (int i = 0; i < 20; i++) {
      completes(i % 2 == 0 ? here : there);
    }
    assertThat(board.held(sees(here))).isEmpty();
  }

  @Test
  void anotherPlanIsNotKeptBack() {
    fails(MOVES, "NOPERM");
    Proposal routing = Plans.proposal("11111111aaaaaaaa", 0, 10, "Toll");

    board.review(Mode.ACT, sees(MOVES, routing));

    assertThat(board.book().open().orElseThrow().proposal()).isEqualTo(routing);
    assertThat(board.held(sees(MOVES, routing))).hasSize(1);
  }

  private void fails(Proposal proposal, String why, long afterMillis) {
    clock.advance(afterMillis);
    fails(proposal, why);
  }

  private void fails(Proposal proposal, String why) {
    fails(proposal, List.of(), why);
  }

  private void fails(Proposal proposal, List<Problem> problems, String why) {
    end(proposal, PlanState.FAILED, why, problems);
  }

  private static Problem noKeyMayLeave(String server) {
    return Problem.error("SLOT_MIGRATION_REFUSED", server, "no key may leave", "");
  }

  private void completes(Proposal proposal) {
    end(proposal, PlanState.COMPLETED, "all of it", List.of());
  }

  private void end(Proposal proposal, PlanState state, String note, List<Problem> problems) {
    board.review(Mode.ACT, sees(proposal));
    PlanRecord plan = board.book().open().orElseThrow();
    board.enter(plan.id(), PlanState.EXECUTING, "");
    board.enter(plan.id(), state, note, problems);
  }

  /** How long no plan is made, found by looking every second. */
  private long pauseBefore(Proposal proposal) {
    long millis = 0;
    while (!board.held(sees(proposal)).isEmpty() && millis < 10 * LONG) {
      clock.advance(1_000);
      millis += 1_000;
    }
    return millis;
  }

  private PlanBoard board() {
    return new PlanBoard(store, ApprovalPolicy.UNLIMITED, decisions, clock);
  }

  private static Sight sees(Proposal... proposals) {
    return new Sight(Optional.of(proposals[0].fingerprint()), List.of(proposals), "", Set.of());
  }

  private static final class KeptPlans implements PlanStore {
    private PlanBook book = PlanBook.EMPTY;

    @Override
    public PlanBook load() {
      return book;
    }

    @Override
    public void save(PlanBook newest) {
      book = newest;
    }
  }
}
