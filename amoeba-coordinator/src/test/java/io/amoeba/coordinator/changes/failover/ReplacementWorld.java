package io.amoeba.coordinator.changes.failover;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.failover.PrimaryReplacements.Planned;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.promotion.Poller;
import io.amoeba.coordinator.promotion.PromotionRest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A simulated cluster, a journal, and coordinators whose clock is the cluster's. */
final class ReplacementWorld {

  /** How a run ended. */
  enum End {
    /** The new server is the primary. */
    COMPLETED,
    /** The primary is where it was; the new server is empty again. */
    ROLLED_BACK,
    /** Nothing was begun. */
    STOPPED,
    /** The replacement is half done. */
    INTERRUPTED,
    /** Nothing was half done. */
    NOTHING_OPEN
  }

  /**
   * How a run ended, and why. Immutable.
   *
   * @param decommissioned whether the former primary has left the cluster
   */
  record Report(
      End end, boolean decommissioned, Optional<OpenReplacement> open, List<String> reasons) {}

  static final ReplacementLimits LIMITS =
      new ReplacementLimits(
          0,
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10),
          2,
          Duration.ofSeconds(2),
          Duration.ofSeconds(20),
          Duration.ofSeconds(1));

  final SimulatedCluster cluster;

  /** Every phase that became durable. */
  final List<ReplacementPhase> phases = new ArrayList<>();

  private long now;

  /** More than 1: the rest between promotions is too short. */
  long restClockSpeed = 1;

  /** What any server lacks. */
  List<Problem> differences = List.of();

  private OperationDriver<PrimaryReplacements> driver;

  ReplacementWorld(boolean member) {
    cluster = new SimulatedCluster(member);
    driver = driver();
  }

  private OperationDriver<PrimaryReplacements> driver() {
    OperationDriver<PrimaryReplacements> made = new OperationDriver<>(operation());
    made.journal()
        .afterWrite(
            state ->
                ((PrimaryReplacements) state)
                    .open()
                    .map(OpenReplacement::phase)
                    .ifPresent(this::note));
    return made;
  }

  private void note(ReplacementPhase phase) {
    if (phases.isEmpty() || phases.get(phases.size() - 1) != phase) {
      phases.add(phase);
    }
  }

  /** What coordinators are told. */
  OperationDriver<PrimaryReplacements> coordinator() {
    return driver;
  }

  Optional<OpenReplacement> open() {
    return driver.open().flatMap(PrimaryReplacements::open);
  }

  /** Replaces a by s. */
  Report replace(OldPrimary former) {
    return replace("a", former);
  }

  Report replace(String primary, OldPrimary former) {
    return run(() -> driver.begin(initial(primary, former)));
  }

  PrimaryReplacements initial(String primary, OldPrimary former) {
    SimulatedNode node = cluster.node(primary);
    int first = 10 * (primary.charAt(0) - 'a');
    return new PrimaryReplacements(
        List.of(
            new Planned(
                node.id(),
                node.address,
                cluster.node("s").address,
                List.of(new HashSlotSpan(first, first + 9)))),
        former,
        0,
        List.of(),
        List.of());
  }

  /** A successor takes over while the plan is being carried out. */
  Report goOn() {
    restart();
    return open().isPresent() ? run(driver::goOn) : nothingOpen();
  }

  /** A successor takes over after the plan has ended. */
  Report undo() {
    restart();
    return open().isPresent() ? run(driver::undo) : nothingOpen();
  }

  /** A coordinator that knows nothing but its journal. */
  private void restart() {
    Optional<PrimaryReplacements> left = driver.open();
    driver = driver();
    left.ifPresent(driver::leave);
  }

  private static Report nothingOpen() {
    return new Report(End.NOTHING_OPEN, false, Optional.empty(), List.of());
  }

  private Report run(Supplier<Result<PrimaryReplacements>> work) {
    Result<PrimaryReplacements> result = work.get();
    Optional<OpenReplacement> open = open();
    boolean over = open.isEmpty() && result.outcome() == OperationDriver.Outcome.DONE;
    End end =
        open.isPresent()
            ? End.INTERRUPTED
            : !over ? End.STOPPED : result.state().replaced() > 0 ? End.COMPLETED : End.ROLLED_BACK;
    return new Report(
        end,
        over && phases.get(phases.size() - 1) == ReplacementPhase.DECOMMISSIONING,
        open,
        result.problems().stream().map(Problem::message).toList());
  }

  ReplacePrimaryOperation operation() {
    return new ReplacePrimaryOperation(
        cluster,
        server -> differences,
        LIMITS,
        new Poller(
            StepClock.of(
                () -> now,
                time -> {
                  now += time.toNanos();
                  cluster.tick();
                }),
            LIMITS.poll()),
        new PromotionRest(() -> now * restClockSpeed));
  }

  /** Something happens once, when a command has been carried out. */
  void at(String command, Consumer<SimulatedCluster> event) {
    int[] seen = {0};
    cluster.happens(
        now -> {
          if (now.equals(command) && ++seen[0] == 2) {
            cluster.happens(other -> {});
            event.accept(cluster);
          }
        });
  }

  /** A replacement that keeps the former primary, killed when a command has been carried out. */
  void killAt(String command) {
    at(
        command,
        c -> {
          throw new OperationDriver.Killed();
        });
    assertThatThrownBy(() -> replace(OldPrimary.KEEP)).isInstanceOf(OperationDriver.Killed.class);
  }
}
