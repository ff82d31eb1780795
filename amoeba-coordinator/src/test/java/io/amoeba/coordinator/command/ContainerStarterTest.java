package io.amoeba.coordinator.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.changes.servers.StartFailure;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.lease.NotLeading;
import io.amoeba.coordinator.lease.SuspendedLeader;
import io.amoeba.coordinator.plan.GrowthSettings.InContainer;
import io.amoeba.coordinator.state.StartFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine is told; the container checks have a real one. */
class ContainerStarterTest {

  private static final Server SERVER = new Server("node 1", new ServerAddress("fe80::1", 7001));

  @TempDir Path folder = Path.of("");

  /** Writes down what it is told, and answers by the word that says what to do. */
  private ContainerStarter starter(String inspect, String run) throws IOException {
    return starter(inspect, run, Leadership.ALONE);
  }

  private ContainerStarter starter(String inspect, String run, Leadership leadership)
      throws IOException {
    Path engine =
        Files.writeString(
            folder.resolve("engine"),
            """
            echo "$@" >> %s
            case $2 in container) exit %s ;; start) exit 0 ;; *) echo no such image; exit %s ;; esac
            """
                .formatted(folder.resolve("told"), inspect, run));
    InContainer recipe =
        new InContainer(
            List.of("/bin/sh", engine.toString(), "{host}"),
            List.of("--network", "host"),
            "redis:8",
            List.of("redis-server", "--port", "{port}"));
    return new ContainerStarter(
        recipe,
        Duration.ofMinutes(1),
        new StartFile(folder.resolve("start"), Leadership.ALONE),
        leadership,
        Set.of());
  }

  @Test
  void aContainerIsMadeWhereThereIsNone() throws Exception {
    starter("1", "0").start(SERVER);

    assertThat(folder.resolve("told"))
        .hasContent(
            """
            fe80::1 container inspect amoeba-redis-fe80--1-7001
            fe80::1 run --detach --name amoeba-redis-fe80--1-7001 --network host redis:8 redis-server --port 7001
            """);
  }

  @Test
  void oneThatIsThereIsStarted() throws Exception {
    starter("0", "0").start(SERVER);

    assertThat(folder.resolve("told"))
        .hasContent(
            """
            fe80::1 container inspect amoeba-redis-fe80--1-7001
            fe80::1 start amoeba-redis-fe80--1-7001
            """);
  }

  @Test
  void aLeaderThatWasSuspendedStartsNoContainer() throws Exception {
    for (String inspect : List.of("0", "1")) {
      ContainerStarter starter = starter(inspect, "0", new SuspendedLeader());

      assertThatThrownBy(() -> starter.start(SERVER)).isInstanceOf(NotLeading.class);
    }
    assertThat(folder.resolve("told"))
        .hasContent("fe80::1 container inspect amoeba-redis-fe80--1-7001\n".repeat(2));
  }

  @Test
  void theEnginesLastWordsAreTold() throws Exception {
    ContainerStarter starter = starter("1", "125");

    assertThatThrownBy(() -> starter.start(SERVER))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("exit code 125; it said: no such image");
  }
}
