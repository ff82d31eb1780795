package io.amoeba.coordinator.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.leadership.BackupSettings;
import io.amoeba.coordinator.changes.leadership.ShardServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.command.CommandJournal.Begun;
import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.state.StartFile;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real commands of the shell. */
class BackupCommandsTest {

  private static final ServerAddress PRIMARY = new ServerAddress("10.0.0.1", 7000);
  private static final ShardServer REPLICA =
      new ShardServer("b", new ServerAddress("10.0.0.2", 7001));

  @TempDir Path folder = Path.of("");

  private Optional<Problem> make(Duration limit, BackupSettings... backups)
      throws InterruptedException {
    return new BackupCommands(
            List.of(backups),
            limit,
            new StartFile(folder.resolve("start"), Leadership.ALONE),
            Leadership.ALONE,
            Set.of())
        .make(Set.of(PRIMARY, REPLICA.address()), REPLICA);
  }

  private Optional<Problem> make(BackupSettings... backups) throws InterruptedException {
    return make(Duration.ofMinutes(1), backups);
  }

  private static BackupSettings backup(Set<String> shards, String... words) {
    return new BackupSettings(Duration.ofDays(1), LocalTime.MIDNIGHT, Arrays.asList(words), shards);
  }

  private BackupSettings writing(String text, Set<String> shards) {
    return backup(
        shards,
        "/bin/sh",
        "-c",
        "printf '%s|' \"$@\" > " + folder.resolve("seen"),
        "x",
        text,
        "{host}",
        "{port}");
  }

  @Test
  void theCommandOfTheShardIsToldWhichServerHasSaved() throws Exception {
    assertThat(
            make(
                writing("others", Set.of("10.0.0.9:7000")),
                writing("own", Set.of("10.0.0.1:7000"))))
        .isEmpty();

    assertThat(folder.resolve("seen")).hasContent("own|10.0.0.2|7001|");
  }

  @Test
  void aBackupWithoutShardsIsOneOfEveryShard() throws Exception {
    assertThat(make(writing("all", Set.of()))).isEmpty();

    assertThat(folder.resolve("seen")).hasContent("all|10.0.0.2|7001|");
  }

  @Test
  void aCommandThatFailsIsAProblemWithItsLastWords() throws Exception {
    Problem problem = make(backup(Set.of(), "/bin/sh", "-c", "echo no room; exit 3")).orElseThrow();

    assertThat(problem.code()).isEqualTo("BACKUP_FAILED");
    assertThat(problem.subject()).isEqualTo("10.0.0.2:7001");
    assertThat(problem.text()).contains("exit code 3", "no room");
    assertThat(problem.remedy()).contains("plans.upkeep.workTimeout");
  }

  @Test
  void aCommandThatTakesTooLongIsEnded() throws Exception {
    Problem problem =
        make(Duration.ofMillis(200), backup(Set.of(), "/bin/sleep", "60")).orElseThrow();

    assertThat(problem.text()).contains("was killed");
  }

  @Test
  void aBackupThatTheConfigurationHasNoMoreIsAProblem() throws Exception {
    Problem problem = make(writing("others", Set.of("10.0.0.9:7000"))).orElseThrow();

    assertThat(problem.text()).contains("no backup of its shard is configured");
  }

  @Test
  void whatAKilledCoordinatorHasBegunEndsBeforeTheCommandRunsAgain() throws Exception {
    Path done = folder.resolve("done");
    Process left =
        new ProcessBuilder("/bin/sh", "-c", "sleep 1; touch %s; sleep 1".formatted(done)).start();
    try {
      new StartFile(folder.resolve("start"), Leadership.ALONE)
          .begin(new Begun(left.pid(), left.info().startInstant().orElseThrow()));

      assertThat(make(backup(Set.of(), "/bin/ls", done.toString()))).isEmpty();

      assertThat(left.isAlive()).isFalse();
    } finally {
      left.destroyForcibly();
    }
  }
}
