package io.amoeba.containers.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.coordinator.changes.servers.StartFailure;
import io.amoeba.coordinator.changes.servers.StartServers.Server;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.command.ContainerStarter;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.plan.GrowthSettings.InContainer;
import io.amoeba.coordinator.state.StartFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The coordinator starts a Redis server by a real engine. */
class ContainerStarterIT {
  private static final String LABEL = "io.amoeba.check=starter";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String IMAGE =
      Containers.images().variables().getOrDefault("REDIS_IMAGE", "redis:8");

  @TempDir private Path folder = Path.of("");

  private Server server = new Server("", new ServerAddress("127.0.0.1", 1));

  @BeforeEach
  void takePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server = new Server("node", new ServerAddress("127.0.0.1", free.getLocalPort()));
    }
  }

  @AfterEach
  void removeContainers() {
    for (String id : containers()) {
      Containers.engine().docker("rm", "--force", "--volumes", id);
    }
  }

  private static List<String> containers() {
    return Containers.engine()
        .docker("ps", "--all", "--quiet", "--no-trunc", "--filter", "label=" + LABEL)
        .lines()
        .toList();
  }

  private ContainerStarter starter(String image, String... engine) {
    return new ContainerStarter(
        new InContainer(
            List.of(engine),
            List.of("--network", "host", "--label", LABEL),
            image,
            List.of(
                "redis-server",
                "--bind",
                "{host}",
                "--port",
                "{port}",
                "--cluster-enabled",
                "yes")),
        PATIENCE,
        new StartFile(folder.resolve("start"), Leadership.ALONE),
        Leadership.ALONE,
        Set.of());
  }

  /** What the server in a container calls itself, as soon as it answers. */
  private String nodeId(String container) {
    String port = String.valueOf(server.address().port());
    return await()
        .atMost(PATIENCE)
        .ignoreException(ContainerException.class)
        .until(
            () ->
                Containers.engine()
                    .docker("exec", container, "redis-cli", "-p", port, "cluster", "myid")
                    .strip(),
            answer -> answer.matches("[0-9a-f]{40}"));
  }

  @Test
  void aServerIsStartedOnceAndAgainWithItsStateAfterItsEnd() throws Exception {
    ContainerStarter starter = starter(IMAGE, "docker");

    starter.start(server);
    List<String> started = containers();
    assertThat(started).hasSize(1);
    String id = nodeId(started.get(0));

    starter.start(server);
    assertThat(containers()).as("started once").isEqualTo(started);

    Containers.engine().docker("kill", started.get(0));
    starter.start(server);
    assertThat(containers()).isEqualTo(started);
    assertThat(nodeId(started.get(0))).isEqualTo(id);
  }

  @Test
  void anEngineThatCannotSaysWhy() {
    assertThatThrownBy(() -> starter("amoeba-check/no-such-image", "docker").start(server))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("amoeba-check/no-such-image")
        .hasMessageContaining("exit code 125");
    assertThatThrownBy(() -> starter(IMAGE, "docker", "-H", "unix:///no/engine.sock").start(server))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("/no/engine.sock");
    assertThatThrownBy(() -> starter(IMAGE, "no-such-docker").start(server))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("Correct plans.growth.container.engine");
    assertThat(containers()).isEmpty();
  }
}
