package io.amoeba.coordinator.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.execute.starts.StartProblem;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.plan.StartServers.Server;
import io.amoeba.coordinator.plan.migration.ServerAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real commands of the shell. */
class CommandStarterTest {

  private static final Server SERVER =
      new Server("node 1; reboot", new ServerAddress("10.0.0.1", 7001));

  @TempDir Path folder = Path.of("");

  private static CommandStarter starter(Duration limit, String... words) {
    return new CommandStarter(Arrays.asList(words), limit, Leadership.ALONE, Set.of("HOME"));
  }

  private static CommandStarter starter(String... words) {
    return starter(Duration.ofMinutes(1), words);
  }

  @Test
  void placeholdersAreFilledAndNoShellReadsThem() throws Exception {
    Path seen = folder.resolve("seen");

    starter("/bin/sh", "-c", "printf '%s|' \"$@\" > " + seen, "x", "{node}", "at {host}:{port}")
        .start(SERVER);

    assertThat(seen).hasContent("node 1; reboot|at 10.0.0.1:7001|");
  }

  @Test
  void variablesWithSecretsAreNotHandedDown() throws Exception {
    Path seen = folder.resolve("seen");
    assertThat(System.getenv()).containsKeys("HOME", "PATH");

    starter("/bin/sh", "-c", "echo ${HOME-no} ${PATH+path} > " + seen).start(SERVER);

    assertThat(seen).hasContent("no path");
  }

  @Test
  void aCommandThatFailsIsToldWithItsLastWords() {
    assertThatThrownBy(
            () -> starter("/bin/sh", "-c", "echo begun; echo no disk >&2; exit 3").start(SERVER))
        .isInstanceOf(StartProblem.class)
        .hasMessageContaining("ended with exit code 3; it said: begun\nno disk");
    assertThatThrownBy(() -> starter("/no/such/program").start(SERVER))
        .isInstanceOf(StartProblem.class)
        .hasMessageContaining("/no/such/program")
        .hasMessageContaining("correct plans.growth.command");
  }

  @Test
  void aCommandThatDoesNotReturnIsKilledWithWhatItStarted() throws Exception {
    Path pids = folder.resolve("pids");

    assertThatThrownBy(
            () ->
                starter(
                        Duration.ofSeconds(2),
                        "/bin/sh",
                        "-c",
                        "sleep 600 & echo $$ $! > " + pids + "; wait")
                    .start(SERVER))
        .isInstanceOf(StartProblem.class)
        .hasMessageContaining("has not ended after 2 s and was killed");

    for (String pid : List.of(Files.readString(pids).strip().split(" "))) {
      await().atMost(Duration.ofMinutes(1)).until(() -> hasEnded(Long.parseLong(pid)));
    }
  }

  /** Also if nobody has asked for its exit code. */
  private static boolean hasEnded(long pid) throws IOException {
    if (ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty()) {
      return true;
    }
    try {
      return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  @Test
  void aServerThatIsLeftBehindIsNotWaitedFor() throws Exception {
    Path pid = folder.resolve("pid");
    try {
      starter("/bin/sh", "-c", "sleep 600 & echo $! > " + pid).start(SERVER);

      assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))).isPresent();
    } finally {
      ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
