package io.amoeba.coordinator.approve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.routing.RoutingProgress;
import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.knowledge.PlanStore;
import io.amoeba.coordinator.knowledge.Plans;
import io.amoeba.coordinator.plan.DryRunResult;
import io.amoeba.coordinator.plan.PlanCheck;
import io.amoeba.coordinator.plan.Proposal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanBoardTest {

  private static final Proposal FIRST = Plans.proposal("here", 0, 10, "Toll");
  private static final Proposal OTHER = Plans.proposal("here", 1, 10, "Toll");

  private final ManualClock clock = new ManualClock();
  private final DecisionLog decisions = new DecisionLog(clock);
  private final InMemoryPlanStore store = new InMemoryPlanStore();
  private PlanBoard board = board(ApprovalPolicy.UNLIMITED);
  private Orders orders = new Orders(board, clock);

  @Test
  void inModeObserveNoPlanIsMadeAndTheLogSaysWhatItWouldBe() {
    assertThat(board.review(Mode.OBSERVE, sees(FIRST))).isEmpty();

    assertThat(board.book().newestFirst()).isEmpty();
    assertThat(decisions.newestFirst().get(0).text())
        .isEqualTo("no plan, because the mode is observe: misaligned");
  }

  @Test
  void inModeProposeAPlanWaitsUntilItIsApproved() {
    assertThat(board.review(Mode.PROPOSE, sees(FIRST))).isEmpty();
    assertThat(board.review(Mode.PROPOSE, sees(FIRST))).isEmpty();
    assertThat(states()).containsExactly(PlanState.PROPOSED);

    orders.approve("plan-1", "alice", "go");

    assertThat(board.review(Mode.PROPOSE, sees(FIRST))).map(PlanRecord::id).contains("plan-1");
    assertThat(open().last().by()).isEqualTo("alice");
  }

  @Test
  void inModeActAPlanWithinTheLimitsIsDueAtOnce() {
    assertThat(board.review(Mode.ACT, sees(FIRST))).map(PlanRecord::id).contains("plan-1");
    assertThat(open().last().by()).isEqualTo("policy");
  }

  @Test
  void inModeActAPlanBeyondTheLimitsWaitsAndTheLogSaysWhy() {
    use(
        new ApprovalPolicy(
            OptionalInt.of(9),
            OptionalInt.empty(),
            OptionalLong.empty(),
            OptionalInt.empty(),
            OptionalInt.empty(),
            Duration.ZERO,
            Optional.empty()));

    DryRunResult seen = new DryRunResult(Instant.EPOCH, List.of(), List.of());
    assertThat(board.review(Mode.ACT, sees(FIRST.tried(seen)))).isEmpty();

    assertThat(open().proposal().dryRun().orElseThrow().checks())
        .containsExactly(
            PlanCheck.of(
                PlanCheck.Subject.HASH_SLOTS_PER_PLAN,
                false,
                "it moves 10 hash slots and a plan may move 9"));
    assertThat(decisions.newestFirst().get(0).text())
        .isEqualTo("waits for approval: it moves 10 hash slots and a plan may move 9");
    orders.approve("plan-1", "alice", "");
    assertThat(board.review(Mode.ACT, sees(FIRST))).isPresent();
  }

  @Test
  void anotherTopologyMakesAPlanStaleAndTheApprovalIsRefused() {
    board.review(Mode.PROPOSE, sees(FIRST));
    board.review(Mode.PROPOSE, sees(Plans.proposal("there", 0, 10, "Toll")));

    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.STALE);
    assertThatThrownBy(() -> orders.approve("plan-1", "alice", ""))
        .isInstanceOf(PlanRefused.class)
        .hasMessage(
            "plan-1 is stale (job or cluster changed since it was made) and cannot become approved;"
                + " the open plan is plan-2");
  }

  @Test
  void anApprovedPlanIsNotCarriedOutWhenTheNextLookFindsAnotherTopology() {
    board.review(Mode.PROPOSE, sees(FIRST));
    orders.approve("plan-1", "alice", "");

    assertThat(board.review(Mode.PROPOSE, sees(Plans.proposal("there", 0, 10, "Toll")))).isEmpty();

    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.STALE);
  }

  @Test
  void aMigrationThatFailedIsNotMadeAgainUntilSomebodyAsksOrTheStreamChanges() {
    Proposal migration = Plans.migrations("11111111aaaaaaaa", "a>s", "b>t");
    Proposal rest = Plans.migrations("11111111bbbbbbbb", "b>t");
    Proposal routing = Plans.proposal("11111111bbbbbbbb", 0, 10, "Toll");
    board.review(Mode.ACT, sees(migration));
    board.enter("plan-1", PlanState.EXECUTING, "");
    board.enter("plan-1", PlanState.FAILED, "NOPERM of the test");

    board.review(Mode.PROPOSE, sees(rest));
    assertThat(states()).containsExactly(PlanState.FAILED);
    assertThat(decisions.newestFirst().get(0).text())
        .startsWith("not created again: migrate_primaries")
        .contains("failed once, last plan-1: NOPERM of the test", "not retried automatically");
    board.review(Mode.PROPOSE, sees(rest, routing));
    assertThat(open().proposal()).as("it does not keep routing back").isEqualTo(routing);
    orders.reject("plan-2", "alice", "");

    orders.propose("bob");
    board.review(Mode.PROPOSE, sees(rest, routing));
    assertThat(open().proposal()).isEqualTo(rest);
    orders.reject("plan-3", "alice", "");
    Proposal elsewhere = Plans.migrations("22222222bbbbbbbb", "b>t");
    board.review(Mode.PROPOSE, sees(elsewhere));
    assertThat(open().proposal()).isEqualTo(elsewhere);
  }

  @Test
  void migrationComesBeforeRoutingAndOnePlanIsOpen() {
    Proposal moves = Plans.moves("11111111aaaaaaaa", 0, 9);

    board.review(Mode.PROPOSE, sees(moves, Plans.proposal("11111111aaaaaaaa", 0, 10, "Toll")));

    assertThat(board.book().made()).isEqualTo(1);
    assertThat(open().proposal()).isEqualTo(moves);
  }

  @Test
  void aWaitingPlanGivesWayToWhatIsDueBeforeIt() {
    Proposal migration = Plans.migrations("11111111aaaaaaaa", "a>s");
    Proposal routing = Plans.proposal("11111111aaaaaaaa", 0, 10, "Toll");
    board.review(Mode.PROPOSE, sees(routing));

    board.review(Mode.PROPOSE, sees(migration, routing));

    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.STALE);
    assertThat(open().proposal()).isEqualTo(migration);
    orders.reject("plan-2", "alice", "");
    board.review(Mode.PROPOSE, sees(migration, routing));
    board.review(Mode.PROPOSE, sees(migration, routing));
    assertThat(open().proposal()).isEqualTo(routing);
    assertThat(board.book().made()).isEqualTo(3);
  }

  @Test
  void anApprovedPlanIsCarriedOutAlsoWhenSomethingElseIsDueBeforeIt() {
    Proposal routing = Plans.proposal("11111111aaaaaaaa", 0, 10, "Toll");
    board.review(Mode.PROPOSE, sees(routing));
    orders.approve("plan-1", "alice", "");

    assertThat(
            board.review(Mode.PROPOSE, sees(Plans.migrations("11111111aaaaaaaa", "a>s"), routing)))
        .map(PlanRecord::id)
        .contains("plan-1");
  }

  @Test
  void rejectedMovesAreNotMadeAgainAndDoNotKeepRoutingFromBeingPlanned() {
    Proposal moves = Plans.moves("11111111aaaaaaaa", 0, 9);
    Proposal routing = Plans.proposal("11111111aaaaaaaa", 0, 10, "Toll");
    board.review(Mode.PROPOSE, sees(moves, routing));
    orders.reject("plan-1", "alice", "");

    board.review(Mode.PROPOSE, sees(moves, routing));
    assertThat(open().proposal()).isEqualTo(routing);
    board.review(Mode.PROPOSE, sees(moves, routing));
    orders.reject("plan-2", "alice", "");
    board.review(Mode.PROPOSE, sees(moves, routing));

    assertThat(states()).containsExactly(PlanState.REJECTED, PlanState.REJECTED);
    orders.propose("bob");
    board.review(Mode.PROPOSE, sees(moves, routing));
    assertThat(open().proposal()).isEqualTo(moves);
  }

  @Test
  void aRejectedRoundIsNotPlannedAgainBeforeItsNextPeriod() {
    board.review(Mode.PROPOSE, sees(Plans.upkeep("11111111aaaaaaaa", 100)));
    orders.reject("plan-1", "alice", "");

    board.review(Mode.PROPOSE, sees(Plans.upkeep("11111111aaaaaaaa", 100)));
    assertThat(states()).containsExactly(PlanState.REJECTED);

    board.review(Mode.PROPOSE, sees(Plans.upkeep("11111111aaaaaaaa", 200)));
    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.REJECTED);
  }

  @Test
  void aFailedRoundIsTriedInItsNextPeriodAndACompletedOneWasNotUndone() {
    board.review(Mode.ACT, sees(Plans.upkeep("11111111aaaaaaaa", 100)));
    board.enter("plan-1", PlanState.EXECUTING, "");
    board.enter("plan-1", PlanState.FAILED, "the replica lags");
    board.review(Mode.ACT, sees(Plans.upkeep("11111111aaaaaaaa", 100)));
    assertThat(states()).containsExactly(PlanState.FAILED);

    board.review(Mode.ACT, sees(Plans.upkeep("11111111aaaaaaaa", 200)));
    board.enter("plan-2", PlanState.EXECUTING, "");
    board.enter("plan-2", PlanState.COMPLETED, "");
    board.review(Mode.ACT, sees(Plans.upkeep("11111111aaaaaaaa", 300)));

    assertThat(states()).containsExactly(PlanState.APPROVED, PlanState.COMPLETED, PlanState.FAILED);
  }

  @Test
  void whatAnAbortedPlanOfMovesHasLeftIsNotMadeAgain() {
    board.review(Mode.ACT, sees(Plans.moves("11111111aaaaaaaa", 0, 9)));
    board.enter("plan-1", PlanState.EXECUTING, "");
    orders.abort("plan-1", "alice", "enough");
    assertThat(open().state()).as("a hash slot may be half moved").isEqualTo(PlanState.ABORTING);
    board.enter("plan-1", PlanState.ABORTED, "");

    board.review(Mode.ACT, sees(Plans.moves("11111111bbbbbbbb", 5, 9)));
    assertThat(states()).containsExactly(PlanState.ABORTED);
    board.review(Mode.PROPOSE, sees(Plans.moves("22222222bbbbbbbb", 5, 9)));

    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.ABORTED);
  }

  @Test
  void movesGoOnWhileTheStoreChangesAndFailWhenTheStreamDoes() {
    board.review(Mode.ACT, sees(Plans.moves("11111111aaaaaaaa", 0, 9)));
    board.enter("plan-1", PlanState.EXECUTING, "");

    assertThat(board.review(Mode.ACT, sees(Plans.moves("11111111bbbbbbbb", 5, 9)))).isPresent();
    assertThat(board.review(Mode.PROPOSE, sees(Plans.moves("22222222bbbbbbbb", 5, 9)))).isEmpty();
    assertThat(states()).as("its last move may be under way").containsExactly(PlanState.FAILED);

    board.review(Mode.PROPOSE, sees(Plans.moves("22222222bbbbbbbb", 5, 9)));

    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.FAILED);
  }

  @Test
  void otherMapsInForceMakeAPlanStale() {
    board.review(Mode.PROPOSE, sees(FIRST));
    board.review(Mode.PROPOSE, sees(OTHER));

    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.STALE);
  }

  @Test
  void aPlanIsStaleWhenThereIsNothingLeftToChange() {
    board.review(Mode.PROPOSE, sees(FIRST));
    board.review(
        Mode.PROPOSE, new Sight(Optional.of("here"), List.of(), "all is well", Set.of(Plans.TOLL)));

    assertThat(states()).containsExactly(PlanState.STALE);
    assertThat(board.book().newestFirst().get(0).last().note())
        .isEqualTo("no longer needed: all is well");
  }

  @Test
  void whileNothingCanBeSeenAPlanNeitherEndsNorBegins() {
    board.review(Mode.PROPOSE, sees(FIRST));
    orders.approve("plan-1", "alice", "");

    assertThat(board.review(Mode.PROPOSE, sees())).isEmpty();
    assertThat(states()).containsExactly(PlanState.APPROVED);
    Sight silent = new Sight(Optional.of("here"), List.of(), "no reports", Set.of());
    assertThat(board.review(Mode.PROPOSE, silent)).isPresent();
  }

  @Test
  void aRejectedPlanIsNotMadeAgainUntilSomethingChangesOrSomebodyAsks() {
    board.review(Mode.PROPOSE, sees(FIRST));
    orders.reject("plan-1", "alice", "not today");
    board.review(Mode.ACT, sees(FIRST));
    assertThat(states()).containsExactly(PlanState.REJECTED);
    assertThat(decisions.newestFirst().get(0).text())
        .isEqualTo("not created again: it was rejected by alice, and nothing has changed since");

    orders.propose("bob");
    board.review(Mode.PROPOSE, sees(FIRST));

    assertThat(states()).containsExactly(PlanState.PROPOSED, PlanState.REJECTED);
    assertThat(open().author()).isEqualTo("bob");
    orders.reject("plan-2", "alice", "still not");
    board.review(Mode.PROPOSE, sees(OTHER));
    assertThat(open().id()).isEqualTo("plan-3");
  }

  @Test
  void whileAPlanIsOpenNoOtherIsMade() {
    execute();

    board.review(Mode.ACT, sees(OTHER));

    assertThat(states()).containsExactly(PlanState.EXECUTING);
    assertThatThrownBy(() -> orders.propose("alice")).hasMessageContaining("at most one plan");
  }

  @Test
  void aPlanWhoseTopologyChangesWhileItIsCarriedOutFails() {
    execute();

    board.review(Mode.ACT, sees(Plans.proposal("there", 0, 10, "Toll")));

    assertThat(states()).containsExactly(PlanState.APPROVED, PlanState.FAILED);
  }

  @Test
  void pausedPlansDoNotBeginAndGoOnAfterwards() {
    orders.pause("alice");
    assertThat(board.review(Mode.ACT, sees(FIRST))).isEmpty();
    assertThat(decisions.newestFirst().get(0).text())
        .isEqualTo("does not continue: paused by alice");
    assertThatThrownBy(() -> orders.pause("bob")).hasMessageContaining("paused already, by alice");

    orders.resume("bob");

    assertThat(board.review(Mode.ACT, sees(FIRST))).isPresent();
    assertThatThrownBy(() -> orders.resume("bob")).hasMessageContaining("not paused");
  }

  @Test
  void anApprovedPlanIsAbortedAtOnceAndNotMadeAgain() {
    board.review(Mode.PROPOSE, sees(FIRST));
    assertThatThrownBy(() -> orders.abort("plan-1", "alice", ""))
        .hasMessage("plan-1 is proposed (misaligned) and cannot become aborted; reject it instead");
    orders.approve("plan-1", "alice", "");
    assertThatThrownBy(() -> orders.reject("plan-1", "bob", ""))
        .hasMessage("plan-1 is approved by alice and cannot become rejected; abort it instead");

    orders.abort("plan-1", "alice", "oops");

    board.review(Mode.ACT, sees(FIRST));
    assertThat(states()).containsExactly(PlanState.ABORTED);
  }

  @Test
  void anAbortWaitsForHandOversThatHaveBegun() {
    execute();
    board.change(
        "plan-1", plan -> plan.advanced(new RoutingProgress(Map.of(Plans.TOLL, 1L), Set.of())));

    assertThat(orders.abort("plan-1", "alice", "").state()).isEqualTo(PlanState.ABORTING);
  }

  @Test
  void anAbortBeforeTheFirstMapEndsAtOnce() {
    execute();

    assertThat(orders.abort("plan-1", "alice", "").state()).isEqualTo(PlanState.ABORTED);
  }

  @Test
  void modeObserveTakesWaitingPlansBack() {
    board.review(Mode.PROPOSE, sees(FIRST));
    board.review(Mode.OBSERVE, sees());

    assertThat(states()).containsExactly(PlanState.STALE);
  }

  @Test
  void aRestartFindsTheWaitingPlanAndThePause() {
    board.review(Mode.PROPOSE, sees(FIRST));
    orders.pause("alice");
    use(ApprovalPolicy.UNLIMITED);

    board.review(Mode.PROPOSE, sees(FIRST));

    assertThat(open().id()).isEqualTo("plan-1");
    assertThat(board.book().pause()).map(PlanBook.Pause::by).contains("alice");
  }

  @Test
  void anOrderThatCannotBeKeptIsNotFollowed() {
    board.review(Mode.PROPOSE, sees(FIRST));
    store.full = true;

    assertThatThrownBy(() -> orders.approve("plan-1", "alice", ""))
        .isInstanceOf(PlanRefused.class)
        .hasMessageContaining("disk is full");
    assertThat(states()).containsExactly(PlanState.PROPOSED);
  }

  @Test
  void aPlanDoesNotBeginUnlessThatCanBeKept() {
    board.review(Mode.PROPOSE, sees(FIRST));
    orders.approve("plan-1", "alice", "");
    store.full = true;

    board.enter("plan-1", PlanState.EXECUTING, "hash slots move");

    assertThat(states()).containsExactly(PlanState.APPROVED);
    assertThat(board.review(Mode.PROPOSE, sees(FIRST))).isPresent();
    store.full = false;
    board.enter("plan-1", PlanState.EXECUTING, "hash slots move");
    assertThat(states()).containsExactly(PlanState.EXECUTING);
    assertThat(store.load().open().orElseThrow().state()).isEqualTo(PlanState.EXECUTING);
  }

  @Test
  void anUnknownPlanIsNamed() {
    assertThatThrownBy(() -> orders.approve("plan-7", "alice", ""))
        .hasMessage("there is no plan 'plan-7' among the last ones");
  }

  private void execute() {
    board.review(Mode.ACT, sees(FIRST));
    board.enter("plan-1", PlanState.EXECUTING, "");
  }

  private void use(ApprovalPolicy policy) {
    board = board(policy);
    orders = new Orders(board, clock);
  }

  private PlanBoard board(ApprovalPolicy policy) {
    return new PlanBoard(store, policy, decisions, clock);
  }

  private PlanRecord open() {
    return board.book().open().orElseThrow();
  }

  private List<PlanState> states() {
    return board.book().newestFirst().stream().map(PlanRecord::state).toList();
  }

  private static Sight sees(Proposal... proposals) {
    return new Sight(
        Optional.of(proposals[0].fingerprint()),
        List.of(proposals),
        "",
        Stream.of(proposals).flatMap(p -> p.edges().stream()).collect(Collectors.toSet()));
  }

  private static Sight sees() {
    return Sight.unclear("Flink does not answer");
  }

  private static final class InMemoryPlanStore implements PlanStore {
    private PlanBook book = PlanBook.EMPTY;
    private boolean full;

    @Override
    public PlanBook load() {
      return book;
    }

    @Override
    public void save(PlanBook newest) {
      if (full) {
        throw new UncheckedIOException(new IOException("disk is full"));
      }
      book = newest;
    }
  }
}
