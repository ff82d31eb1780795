package io.amoeba.coordinator.command;

import io.amoeba.coordinator.changes.leadership.BackupSettings;
import io.amoeba.coordinator.changes.leadership.ShardBackups;
import io.amoeba.coordinator.changes.leadership.ShardServer;
import io.amoeba.coordinator.changes.servers.StartFailure;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.lease.Leadership;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes backups by commands of the operators'. Confined to one thread. */
public final class BackupCommands implements ShardBackups {

  private static final String KEY = "plans.upkeep.backups";

  private final List<BackupSettings> backups;
  private final Duration limit;
  private final CommandJournal journal;
  private final Leadership leadership;
  private final Set<String> withheld;

  /**
   * Backups of which none is under way.
   *
   * @param limit of each command
   * @param withheld environment variables that commands do not get
   */
  public BackupCommands(
      List<BackupSettings> backups,
      Duration limit,
      CommandJournal journal,
      Leadership leadership,
      Set<String> withheld) {
    this.backups = List.copyOf(backups);
    this.limit = limit;
    this.journal = journal;
    this.leadership = leadership;
    this.withheld = Set.copyOf(withheld);
  }

  @Override
  public Optional<Problem> make(Set<ServerAddress> shard, ShardServer server)
      throws InterruptedException {
    Optional<BackupSettings> backup =
        backups.stream().filter(settings -> settings.isOf(shard)).findFirst();
    if (backup.isEmpty()) {
      return Optional.of(
          failed(
              server,
              "no backup of its shard is configured any more",
              "Name it in %s.".formatted(KEY)));
    }
    try {
      new RunningCommand(journal, limit).awaitEarlier();
      leadership.confirm(); // nobody who leads later can end the command
      new Command(backup.get().command(), limit, journal, KEY, withheld)
          .run(new Server(server.address().host(), server.address()))
          .require();
      return Optional.empty();
    } catch (StartFailure e) {
      return Optional.of(
          failed(
              server,
              e.problems().get(0).text(),
              "The command must end with 0 within plans.upkeep.workTimeout."));
    }
  }

  private static Problem failed(ShardServer server, String text, String remedy) {
    return Problem.error("BACKUP_FAILED", server.toString(), text, remedy);
  }
}
