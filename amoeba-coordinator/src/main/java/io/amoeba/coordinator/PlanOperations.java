package io.amoeba.coordinator;

import io.amoeba.coordinator.changes.failover.ReplacePrimaryOperation;
import io.amoeba.coordinator.changes.parallelism.JobControl;
import io.amoeba.coordinator.changes.parallelism.RescaleJob;
import io.amoeba.coordinator.changes.parallelism.RescaleOperation;
import io.amoeba.coordinator.changes.servers.GivenServerStarter;
import io.amoeba.coordinator.changes.servers.ServerStarter;
import io.amoeba.coordinator.changes.servers.StartServers;
import io.amoeba.coordinator.changes.servers.StartServersOperation;
import io.amoeba.coordinator.changes.slots.MoveSlotsOperation;
import io.amoeba.coordinator.changes.slots.SlotMigrationClient;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.members.MemberCheck;
import io.amoeba.coordinator.cluster.members.MemberPreparation;
import io.amoeba.coordinator.cluster.members.MemberStore;
import io.amoeba.coordinator.command.CommandJournal;
import io.amoeba.coordinator.command.CommandStarter;
import io.amoeba.coordinator.command.ContainerStarter;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.flink.FlinkJobControl;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.Operation;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.operations.OperationRunner;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.plan.RescaleSettings;
import io.amoeba.coordinator.redis.RedisMemberStore;
import io.amoeba.coordinator.redis.RedisMigrationStore;
import io.amoeba.coordinator.redis.RedisMovingStore;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.coordinator.state.StartFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What changes store and job, with its drivers and journals: none where a restarted coordinator
 * would not find what is half done. Safe for concurrent use.
 *
 * @param works for the kinds of plans that have no operation yet
 */
record PlanOperations(OperationRunner runner, List<Runnable> ends) implements AutoCloseable {

  /** How long primaries may disagree about the owner of a hash slot that has moved. */
  private static final Duration AGREEMENT = Duration.ofSeconds(15);

  /**
   * The parts that a configuration asks for. Half-done replacements of primaries are recovered also
   * where no further ones are planned.
   *
   * @param file of plans
   */
  static PlanOperations of(CoordinatorConfig config, Optional<Path> file, Leadership leadership) {
    if (file.isEmpty()) {
      return new PlanOperations(new OperationRunner(List.of(), OperationJournal.NONE), List.of());
    }
    Path plans = file.get();
    OperationFile journal = new OperationFile(OperationFile.path(plans), leadership);
    List<Operation<?>> operations = new ArrayList<>();
    // Operations share their drivers: the runner takes the steps of all of them on one thread.
    SlotMigrationClient slots = new RedisMovingStore(config.redis(), leadership);
    ClusterAdmin cluster = new RedisMigrationStore(config.redis(), leadership);
    MemberStore members = new RedisMemberStore(config.redis(), leadership);
    MemberPreparation preparation =
        new MemberPreparation(
            members, config.redis().tls().isPresent(), config.plans().moveAtomically());
    List<Runnable> ends = new ArrayList<>(List.of(slots::close, cluster::close, members::close));
    operations.addAll(
        MoveSlotsOperation.ofEachKind(
            slots, preparation::prepare, config.plans().moves(), AGREEMENT));
    operations.add(
        new ReplacePrimaryOperation(
            cluster, preparation::problemsOfReplica, config.plans().migrations()));
    StartFile commands = new StartFile(StartFile.path(plans), leadership);
    starts(config, cluster, preparation::problems, commands, leadership, journal)
        .ifPresent(operations::add);
    rescale(config, leadership, journal, ends).ifPresent(operations::add);
    return new PlanOperations(new OperationRunner(operations, journal), ends);
  }

  /** What an earlier coordinator has begun is ended also where no further server is started. */
  private static Optional<StartServersOperation> starts(
      CoordinatorConfig config,
      ClusterAdmin cluster,
      MemberCheck members,
      CommandJournal commands,
      Leadership leadership,
      OperationFile journal) {
    Optional<GrowthSettings.Start> start = config.plans().rules().growth().start();
    if (start.isEmpty() && !journal.openKind().equals(Optional.of(StartServers.KIND))) {
      return Optional.empty();
    }
    return Optional.of(
        new StartServersOperation(
            cluster,
            members,
            start
                .map(how -> starter(how, commands, leadership, config.secretVariables()))
                .orElseGet(GivenServerStarter::new),
            start.map(GrowthSettings.Start::timeout).orElse(AGREEMENT)));
  }

  private static ServerStarter starter(
      GrowthSettings.Start start,
      CommandJournal journal,
      Leadership leadership,
      Set<String> withheld) {
    if (start.method() instanceof GrowthSettings.OwnCommand own) {
      return new CommandStarter(own.words(), start.timeout(), journal, leadership, withheld);
    }
    if (start.method() instanceof GrowthSettings.InContainer recipe) {
      return new ContainerStarter(recipe, start.timeout(), journal, leadership, withheld);
    }
    return new GivenServerStarter();
  }

  /** A job that is stopped is started again also where no further one is rescaled. */
  private static Optional<RescaleOperation> rescale(
      CoordinatorConfig config, Leadership leadership, OperationFile journal, List<Runnable> ends) {
    RescaleSettings settings = config.plans().rules().rescales();
    if (settings.method().isEmpty() && !journal.openKind().equals(Optional.of(RescaleJob.KIND))) {
      return Optional.empty();
    }
    JobControl jobs = new FlinkJobControl(config.flink(), settings.program(), leadership);
    ends.add(jobs::close);
    return Optional.of(new RescaleOperation(jobs, settings.startTimeout()));
  }

  /** Runs {@code listener} when work of any kind has ended. */
  void onEnd(Runnable listener) {
    runner.onChange(listener);
  }

  @Override
  public void close() {
    runner.close();
    ends.forEach(Runnable::run);
  }
}
