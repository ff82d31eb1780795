package io.amoeba.coordinator;

import io.amoeba.coordinator.changes.OperationContext;
import io.amoeba.coordinator.changes.PlanRules;
import io.amoeba.coordinator.changes.failover.ReplacementLimits;
import io.amoeba.coordinator.changes.leadership.LeadRouting;
import io.amoeba.coordinator.changes.leadership.ShardBackups;
import io.amoeba.coordinator.changes.parallelism.JobControl;
import io.amoeba.coordinator.changes.servers.GivenServerStarter;
import io.amoeba.coordinator.changes.servers.ServerStarter;
import io.amoeba.coordinator.changes.slots.SlotMigrationLimits;
import io.amoeba.coordinator.cluster.ClusterAdmin;
import io.amoeba.coordinator.cluster.members.MemberPreparation;
import io.amoeba.coordinator.cluster.members.MemberStore;
import io.amoeba.coordinator.command.BackupCommands;
import io.amoeba.coordinator.command.CommandJournal;
import io.amoeba.coordinator.command.CommandStarter;
import io.amoeba.coordinator.command.ContainerStarter;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.flink.FlinkJobControl;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.OperationJournal;
import io.amoeba.coordinator.plan.GrowthSettings;
import io.amoeba.coordinator.promotion.PromotionRest;
import io.amoeba.coordinator.redis.RedisClusterAdmin;
import io.amoeba.coordinator.redis.RedisConnections;
import io.amoeba.coordinator.redis.RedisMemberStore;
import io.amoeba.coordinator.state.OperationFile;
import io.amoeba.coordinator.state.StartFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The drivers and journals of operations, as the configuration says. Confined to the thread that
 * makes the operations; close it after their runner.
 */
final class OperationDrivers implements OperationContext, AutoCloseable {

  private static final Duration AGREEMENT = Duration.ofSeconds(15);

  private final CoordinatorConfig config;
  private final Leadership leadership;
  private final OperationFile journal;
  private final ClusterAdmin cluster;
  private final MemberPreparation members;
  private final CommandJournal commands;
  private final LeadRouting routing;
  private final PromotionRest rest = new PromotionRest(System::nanoTime);
  private final List<Runnable> ends = new ArrayList<>();

  /**
   * Drivers of a coordinator that keeps its plans in a file: one that was restarted would not find
   * what is half done otherwise.
   *
   * @param routing maps of the same coordinator
   */
  OperationDrivers(
      CoordinatorConfig config,
      Path plans,
      RedisConnections redis,
      LeadRouting routing,
      Leadership leadership) {
    this.config = config;
    this.leadership = leadership;
    this.routing = routing;
    this.journal = new OperationFile(OperationFile.path(plans), leadership);
    this.cluster = new RedisClusterAdmin(redis);
    MemberStore store = new RedisMemberStore(redis);
    this.members =
        new MemberPreparation(
            store, config.redis().tls().isPresent(), config.plans().moveAtomically());
    this.commands = new StartFile(StartFile.path(plans), leadership);
  }

  OperationJournal journal() {
    return journal;
  }

  @Override
  public ClusterAdmin cluster() {
    return cluster;
  }

  @Override
  public PromotionRest rest() {
    return rest;
  }

  @Override
  public LeadRouting routing() {
    return routing;
  }

  @Override
  public ShardBackups backups() {
    return new BackupCommands(
        rules().upkeep().backups(),
        rules().upkeep().workTimeout(),
        commands,
        leadership,
        config.secretVariables());
  }

  @Override
  public MemberPreparation members() {
    return members;
  }

  @Override
  public JobControl jobs() {
    FlinkSettings flink =
        config
            .flink()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "a rescale of the job is half done by the journal beside plans.file, and"
                            + " flink.url is not set: set it until that has ended"));
    JobControl jobs = new FlinkJobControl(flink, rules().rescales().program(), leadership);
    ends.add(jobs::close);
    return jobs;
  }

  @Override
  public ServerStarter starter() {
    Optional<GrowthSettings.Start> start = rules().growth().start();
    return start.isPresent() ? starter(start.get()) : new GivenServerStarter();
  }

  private ServerStarter starter(GrowthSettings.Start start) {
    if (start.method() instanceof GrowthSettings.OwnCommand own) {
      return new CommandStarter(
          own.words(), start.timeout(), commands, leadership, config.secretVariables());
    }
    if (start.method() instanceof GrowthSettings.InContainer recipe) {
      return new ContainerStarter(
          recipe, start.timeout(), commands, leadership, config.secretVariables());
    }
    return new GivenServerStarter();
  }

  @Override
  public PlanRules rules() {
    return config.plans().rules();
  }

  @Override
  public SlotMigrationLimits slotLimits() {
    return config.plans().moves();
  }

  @Override
  public ReplacementLimits replacementLimits() {
    return config.plans().migrations();
  }

  @Override
  public Duration agreement() {
    return AGREEMENT;
  }

  @Override
  public boolean isOpen(String kind) {
    return journal.openKind().equals(Optional.of(kind));
  }

  @Override
  public void close() {
    ends.forEach(Runnable::run);
  }
}
