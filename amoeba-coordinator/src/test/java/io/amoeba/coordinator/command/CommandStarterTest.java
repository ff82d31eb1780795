package io.amoeba.coordinator.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.changes.servers.StartFailure;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.command.CommandJournal.Begun;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.lease.NotLeading;
import io.amoeba.coordinator.lease.SuspendedLeader;
import io.amoeba.coordinator.state.StartFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real commands of the shell. */
class CommandStarterTest {

  private static final Server SERVER =
      new Server("node 1; reboot", new ServerAddress("10.0.0.1", 7001));

  @TempDir Path folder = Path.of("");

  private CommandStarter starter(Duration limit, String... words) {
    return new CommandStarter(
        Arrays.asList(words), limit, journal(), Leadership.ALONE, Set.of("HOME"));
  }

  private StartFile journal() {
    return new StartFile(folder.resolve("start"), Leadership.ALONE);
  }

  private CommandStarter starter(String... words) {
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
  void ipv6AddressIsInBracketsInUrlsAndBeforeAPortAlone() throws Exception {
    Path seen = folder.resolve("seen");
    Server server = new Server("n", new ServerAddress("2001:DB8:0::7", 7001));

    starter(
            "/bin/sh",
            "-c",
            "printf '%s|' \"$@\" > " + seen,
            "x",
            "{host}",
            "{host}:{port}",
            "ssh://root@{host}",
            "tcp://{host}:{port}/x")
        .start(server);

    assertThat(seen)
        .hasContent(
            "2001:db8::7|[2001:db8::7]:7001|ssh://root@[2001:db8::7]|tcp://[2001:db8::7]:7001/x|");
  }

  @Test
  void aWordThatWouldBecomeAnOptionIsRefusedBeforeAnythingRuns() {
    Path ran = folder.resolve("ran");
    Server option = new Server("-oProxyCommand=x", new ServerAddress("10.0.0.1", 7001));

    assertThatThrownBy(() -> starter("/usr/bin/touch", ran.toString(), "{node}").start(option))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining(
            "plans.growth.command: no command is run: '{node}' becomes '-oProxyCommand=x'");

    assertThat(ran).doesNotExist();
  }

  @Test
  void anOptionOfTheTemplateItselfMayBeFilledIn() throws Exception {
    Path seen = folder.resolve("seen");

    starter("/bin/sh", "-c", "printf '%s|' \"$@\" > " + seen, "x", "-h{host}", "--", "{host}")
        .start(SERVER);

    assertThat(seen).hasContent("-h10.0.0.1|--|10.0.0.1|");
  }

  @Test
  void noCommandRunsForAHostThatIsNone() {
    Path ran = folder.resolve("ran");
    Server option = new Server("n", new ServerAddress("-oProxyCommand=\u001b[2J", 7001));

    assertThatThrownBy(() -> starter("/usr/bin/touch", ran.toString()).start(option))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("'-oProxyCommand=\ufffd[2J', which is neither an IP address nor");

    assertThat(ran).doesNotExist();
  }

  @Test
  void whatACommandSaidForgesNoLine() {
    assertThatThrownBy(
            () ->
                starter(
                        "/bin/sh",
                        "-c",
                        "printf 'no\\nplan-9 approved\\033[2J redis://u:hidden@h:1'; exit 1")
                    .start(SERVER))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("it said: no | plan-9 approved\ufffd[2J redis://***@h:1");
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
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("ended with exit code 3; it said: begun | no disk");
    assertThatThrownBy(() -> starter("/no/such/program").start(SERVER))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("/no/such/program")
        .hasMessageContaining("Correct plans.growth.command");
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
        .isInstanceOf(StartFailure.class)
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
  void aCommandIsNotedWhileItRuns() throws Exception {
    Path noted = folder.resolve("start");
    Path pid = folder.resolve("pid");

    starter(
            "/bin/sh",
            "-c",
            "echo $$ > %1$s; until [ -e %2$s ]; do sleep 0.1; done; cp %2$s %2$s.seen"
                .formatted(pid, noted))
        .start(SERVER);

    assertThat(folder.resolve("start.seen"))
        .content()
        .contains("\"pid\":" + Files.readString(pid).strip() + ",");
    assertThat(noted).doesNotExist();
  }

  @Test
  void aLeaderThatWasSuspendedRunsNoCommand() {
    Path ran = folder.resolve("ran");
    CommandStarter starter =
        new CommandStarter(
            List.of("/bin/sh", "-c", "touch " + ran),
            Duration.ofMinutes(1),
            journal(),
            new SuspendedLeader(),
            Set.of());

    assertThatThrownBy(() -> starter.start(SERVER)).isInstanceOf(NotLeading.class);

    assertThat(ran).doesNotExist();
  }

  @Test
  void aCommandThatCannotBeNotedDoesNotGoOn() throws Exception {
    CommandStarter starter =
        new CommandStarter(
            List.of("/bin/sleep", "600"),
            Duration.ofMinutes(1),
            new StartFile(folder.resolve("no-folder").resolve("start"), Leadership.ALONE),
            Leadership.ALONE,
            Set.of());

    assertThatThrownBy(() -> starter.start(SERVER))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("the command was killed");

    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void whatAKilledCoordinatorHasBegunIsWaitedFor() throws Exception {
    Path open = folder.resolve("open");
    Path done = folder.resolve("done");
    Process left =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "until [ -e %s ]; do sleep 0.1; done; touch %s".formatted(open, done))
            .start();
    try {
      journal().begin(begun(left));
      CompletableFuture<Boolean> waited =
          CompletableFuture.supplyAsync(
              () -> {
                awaitEarlier(starter("/bin/false"));
                return Files.exists(done);
              });
      Files.writeString(open, "");

      assertThat(waited.get(1, TimeUnit.MINUTES)).as("its work is done").isTrue();
      assertThat(journal().open()).isEmpty();
    } finally {
      left.destroyForcibly();
    }
  }

  @Test
  void whatAKilledCoordinatorHasBegunAndDoesNotEndIsKilled() throws Exception {
    Process left = new ProcessBuilder("/bin/sleep", "600").start();
    try {
      journal().begin(begun(left));

      assertThatThrownBy(() -> starter(Duration.ofSeconds(1), "/bin/false").awaitEarlier())
          .isInstanceOf(StartFailure.class)
          .hasMessageContaining("process " + left.pid() + ", started by an earlier coordinator")
          .hasMessageContaining("had not ended after 1 s and was killed");

      assertThat(left.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(journal().open()).isEmpty();
    } finally {
      left.destroyForcibly();
    }
  }

  @Test
  void anotherProcessWithItsNumberIsLeftAlone() throws Exception {
    Process other = new ProcessBuilder("/bin/sleep", "600").start();
    try {
      journal().begin(new Begun(other.pid(), begun(other).began().minusSeconds(60)));

      awaitEarlier(starter(Duration.ofSeconds(1), "/bin/false"));

      assertThat(other.isAlive()).isTrue();
      assertThat(journal().open()).isEmpty();
    } finally {
      other.destroyForcibly();
    }
  }

  private static Begun begun(Process process) {
    return new Begun(process.pid(), process.info().startInstant().orElseThrow());
  }

  private static void awaitEarlier(CommandStarter starter) {
    try {
      starter.awaitEarlier();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
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
