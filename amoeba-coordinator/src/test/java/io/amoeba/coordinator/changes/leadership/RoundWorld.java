package io.amoeba.coordinator.changes.leadership;

import static io.amoeba.coordinator.changes.leadership.RecordCopy.with;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.SimulatedCluster;
import io.amoeba.coordinator.cluster.SimulatedNode;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import io.amoeba.coordinator.operations.StepClock;
import io.amoeba.coordinator.promotion.PromotionLimits;
import io.amoeba.coordinator.promotion.PromotionRest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A simulated cluster, where d replicates a, and coordinators whose clock is the cluster's. */
final class RoundWorld {

  static final RoundTools.Limits LIMITS =
      new RoundTools.Limits(
          new PromotionLimits(0, Duration.ofSeconds(20), Duration.ofSeconds(10), 1),
          Duration.ofSeconds(20),
          Duration.ofSeconds(1),
          Duration.ofSeconds(1));

  final SimulatedCluster cluster = new SimulatedCluster(true);

  /** The map of a job that is aligned with a. */
  final SimulatedRouting routing = new SimulatedRouting();

  /** Backups that were made, or tried. */
  final List<String> backups = new ArrayList<>();

  /** Why none can be made. */
  Optional<Problem> backupProblem = Optional.empty();

  /** Every phase that became durable. */
  final List<RoundPhase> phases = new ArrayList<>();

  /** More than 1: the rest between promotions is too short. */
  long restClockSpeed = 1;

  private long now;
  private OperationDriver<RoundsState> driver;

  RoundWorld() {
    cluster.node("d").replicates("a");
    tick(4);
    driver = driver();
  }

  void tick(int times) {
    for (int i = 0; i < times; i++) {
      cluster.tick();
    }
  }

  ShardServer server(String name) {
    SimulatedNode node = cluster.node(name);
    return new ShardServer(name, node.address);
  }

  /** A round of a, where d leads meanwhile. */
  PlannedRound round(RoundTask task, boolean first, boolean returns) {
    return new PlannedRound(
        server("a"),
        task,
        first ? List.of(server("d")) : List.of(),
        List.of(server("d")),
        returns,
        List.of(),
        Duration.ofSeconds(30).toMillis());
  }

  /** A save of a, while d leads and the records of the job follow it. */
  PlannedRound followedRound() {
    return with(
        round(RoundTask.SAVE, false, true), "following", List.of(SimulatedRouting.OPERATOR));
  }

  /** Work of d, while a leads. */
  PlannedRound staying(RoundTask task) {
    return with(round(task, true, true), "candidates", List.of());
  }

  static RoundsState plan(PlannedRound... rounds) {
    return new RoundsState(List.of(rounds), 0, List.of(), List.of());
  }

  private Optional<Problem> backUp(Set<ServerAddress> shard, ShardServer server) {
    backups.add("%s of %s".formatted(server, new TreeSet<>(shard)));
    return backupProblem;
  }

  private OperationDriver<RoundsState> driver() {
    OperationDriver<RoundsState> made =
        new OperationDriver<>(
            new LeadershipOperation(
                KeepUpServers.KIND,
                RoundTools.of(
                    cluster,
                    new PromotionRest(() -> now * restClockSpeed),
                    routing,
                    this::backUp,
                    LIMITS,
                    StepClock.of(
                        () -> now,
                        time -> {
                          now += time.toNanos();
                          cluster.tick();
                        }))));
    made.journal()
        .afterWrite(
            state -> ((RoundsState) state).open().map(OpenRound::phase).ifPresent(this::note));
    return made;
  }

  private void note(RoundPhase phase) {
    if (phases.isEmpty() || phases.get(phases.size() - 1) != phase) {
      phases.add(phase);
    }
  }

  /** What coordinators are told. */
  OperationDriver<RoundsState> coordinator() {
    return driver;
  }

  Optional<OpenRound> open() {
    return driver.open().flatMap(RoundsState::open);
  }

  Result<RoundsState> begin(RoundsState plan) {
    driver = driver();
    return driver.begin(plan);
  }

  /** A successor, which knows nothing but the journal, takes over while the plan goes on. */
  Optional<Result<RoundsState>> goOn() {
    return restart() ? Optional.of(driver.goOn()) : Optional.empty();
  }

  /** A successor takes over after the plan was aborted. */
  Optional<Result<RoundsState>> undo() {
    return restart() ? Optional.of(driver.undo()) : Optional.empty();
  }

  private boolean restart() {
    Optional<RoundsState> left = driver.open();
    driver = driver();
    left.ifPresent(driver::leave);
    return left.isPresent();
  }

  /** Who owns the hash slots of the shard, as they say themselves. */
  List<String> leaders() {
    return List.of("a", "b", "c", "d", "s").stream()
        .map(cluster::node)
        .filter(node -> node.owns() && node.hashSlots.get(0).from() == 0)
        .map(node -> node.name)
        .toList();
  }
}
