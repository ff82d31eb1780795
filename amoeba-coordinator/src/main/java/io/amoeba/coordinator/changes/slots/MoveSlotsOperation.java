package io.amoeba.coordinator.changes.slots;

import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.Wanted;
import io.amoeba.coordinator.changes.slots.SlotTransition.Policy;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.ClusterFailure;
import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.SlotMigrationMethod;
import io.amoeba.coordinator.cluster.SlotsInTransition;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.operations.StepControl;
import io.amoeba.coordinator.plan.PlanProgress;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Migrates hash slots with their keys from primary to primary while clients go on, by the best
 * method that all primaries support. A <b>safe point</b> is any moment at which no hash slot is in
 * transition; pause and abort take effect there alone. Hash slots that migrate atomically are never
 * in transition: an abort ends their migration, a pause waits for its end.
 *
 * <p>A step is a batch: it ends what is in transition, wherever that stands, or else begins the
 * next hash slots. It writes their intention before the first command that changes them.
 */
public final class MoveSlotsOperation implements Operation<SlotMigrationState> {

  private static final Logger LOG = LoggerFactory.getLogger(MoveSlotsOperation.class);

  /** How long the hash slots in transition may take when the coordinator ends. */
  private static final Duration LAST_HASH_SLOTS = Duration.ofSeconds(8);

  /** Prepares primaries that are to take hash slots. */
  public interface Destinations {

    /**
     * Gives them what they lack.
     *
     * @param primaries by id
     * @return why some of them cannot take hash slots
     */
    List<Problem> prepare(Set<String> primaries);
  }

  private final String kind;
  private final ClusterAdmin store;
  private final Destinations destinations;
  private final SlotMigrationLimits limits;
  private final Duration patience;
  private final Pace pace;

  /** Of the plan that is carried out; null: the next step begins one. */
  private @Nullable MigrationRun run;

  /**
   * An operation.
   *
   * @param kind of plans
   * @param patience how long primaries may disagree about the owner of a hash slot that has moved,
   *     and a destination may take to delete what a migration left there that has ended
   */
  public MoveSlotsOperation(
      String kind,
      ClusterAdmin store,
      Destinations destinations,
      SlotMigrationLimits limits,
      Duration patience) {
    this(kind, store, destinations, limits, patience, new Pace(StepClock.SYSTEM));
  }

  MoveSlotsOperation(
      String kind,
      ClusterAdmin store,
      Destinations destinations,
      SlotMigrationLimits limits,
      Duration patience,
      Pace pace) {
    this.kind = kind;
    this.store = store;
    this.destinations = destinations;
    this.limits = limits;
    this.patience = patience;
    this.pace = pace;
  }

  /** The operation for one of the kinds of plans that move hash slots. */
  static MoveSlotsOperation of(String kind, OperationContext context) {
    return new MoveSlotsOperation(
        kind,
        context.cluster(),
        context.members()::prepare,
        context.slotLimits(),
        context.agreement());
  }

  /** One of these kinds that a configuration asks for. */
  static Wanted wanted(String setting, String value, Need... others) {
    Set<Need> needs = EnumSet.of(Need.HASH_SLOT_MOVES, others);
    return new Wanted(setting, value, "moves hash slots", "which one is half moved", needs);
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public Class<SlotMigrationState> stateType() {
    return SlotMigrationState.class;
  }

  /** The moves are passed again from the first one; those that are done already are counted. */
  @Override
  public SlotMigrationState initial(PlanRecord plan) {
    HashSlotMoves action = plan.plan().action().as(HashSlotMoves.class).orElseThrow();
    return plan.done() instanceof SlotProgress done
        ? SlotMigrationState.initial(action.moves(), done.hashSlots(), done.keys())
        : SlotMigrationState.initial(action.moves(), 0, 0);
  }

  @Override
  public Step<SlotMigrationState> step(SlotMigrationState state, StepControl control)
      throws InterruptedException {
    MigrationStep step = new MigrationStep(state, control);
    return state.begun().isEmpty()
        ? migrate(step)
        : settle(state.begun().get(), Policy.FINISH, step);
  }

  @Override
  public Step<SlotMigrationState> undo(SlotMigrationState state, StepControl control)
      throws InterruptedException {
    if (state.begun().isEmpty()) {
      return new Step.Done<>(state, state.notes());
    }
    MigrationStep step = new MigrationStep(state, control);
    Step<SlotMigrationState> end = settle(state.begun().get(), Policy.UNDO_IF_NO_KEY_MOVED, step);
    return end instanceof Step.Continue ? new Step.Done<>(end.state(), end.state().notes()) : end;
  }

  private Step<SlotMigrationState> migrate(MigrationStep step) throws InterruptedException {
    MigrationRun begun = run;
    run = null;
    try {
      if (begun == null || !begun.hasLedTo(step.state())) {
        List<SlotMove> moves = SlotMove.of(step.state().moves());
        List<Problem> unprepared =
            destinations.prepare(moves.stream().map(SlotMove::to).collect(Collectors.toSet()));
        if (!unprepared.isEmpty()) {
          return new Step.Failed<>(step.state(), unprepared);
        }
        begun = begin(moves, step);
      }
      Step<SlotMigrationState> end = begun.migrateBatch(step);
      run = end instanceof Step.Continue && !step.isCancelled() ? begun : null;
      return end;
    } catch (ClusterFailure e) {
      requireNotInterrupted();
      return new Step.Failed<>(step.state(), List.of(e.problem()));
    }
  }

  private MigrationRun begin(List<SlotMove> moves, MigrationStep step) {
    ClusterView seen = store.look();
    Set<SlotMigrationMethod> supported = store.methods();
    SlotMigrationMethod method = limits.method(supported);
    LOG.info("{} hash slots migrate by {} of {}", moves.size(), method, supported);
    step.uses(method);
    List<SlotMove> ordered = MigrationRun.Order.of(moves, seen);
    OwnerChange ownerChange = new OwnerChange(store, patience, pace);
    SlotMigrator migrator = migrator(method, ownerChange, ordered);
    return new MigrationRun(ordered, migrator, ownerChange, step.state());
  }

  private Step<SlotMigrationState> settle(
      SlotsInTransition begun, Policy policy, MigrationStep step) throws InterruptedException {
    run = null;
    OwnerChange ownerChange = new OwnerChange(store, patience, pace);
    List<Problem> left;
    try {
      left = migrator(begun.method(), ownerChange, List.of()).settle(begun, policy, step);
    } catch (ClusterFailure e) {
      requireNotInterrupted();
      left = List.of(e.problem());
    }
    LOG.info("{}: {}", begun.text(), left.isEmpty() ? "settled" : Finding.statement(left));
    return left.isEmpty()
        ? new Step.Continue<>(step.state())
        : new Step.Wait<>(step.state(), inTransition(step.state(), left));
  }

  private SlotMigrator migrator(
      SlotMigrationMethod method, OwnerChange ownerChange, List<SlotMove> moves) {
    return method == SlotMigrationMethod.SETSLOT_AND_MIGRATE
        ? new SetSlotMigration(store, limits, pace, ownerChange, moves)
        : new AtomicSlotMigration(store, limits, patience, pace, ownerChange, method);
  }

  /** Commands of a thread that is interrupted fail: that is no failure of the plan. */
  private static void requireNotInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("the coordinator ends within a migration of hash slots");
    }
  }

  @Override
  public boolean isHalfDone(SlotMigrationState state) {
    return state.begun().isPresent();
  }

  @Override
  public PlanProgress progress(SlotMigrationState state) {
    return new SlotProgress(state.hashSlotsDone(), state.keysMoved());
  }

  @Override
  public Problem halfDone(SlotMigrationState state) {
    return inTransition(state, List.of());
  }

  private static Problem inTransition(SlotMigrationState state, List<Problem> reasons) {
    String what =
        state.begun().map(SlotsInTransition::text).orElse("no hash slot is in transition");
    return Problem.error(
        "HASH_SLOTS_IN_TRANSITION",
        Stream.concat(Stream.of(what), reasons.stream().map(Problem::text))
            .collect(Collectors.joining("; ")),
        reasons.stream()
            .map(Problem::remedy)
            .filter(remedy -> !remedy.isEmpty())
            .distinct()
            .collect(Collectors.joining(" ")));
  }

  @Override
  public Duration stopTimeout() {
    return LAST_HASH_SLOTS;
  }
}
