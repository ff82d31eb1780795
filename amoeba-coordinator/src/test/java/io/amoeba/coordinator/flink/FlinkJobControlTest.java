package io.amoeba.coordinator.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.amoeba.coordinator.changes.parallelism.RescaleSettings.Program;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.lease.NotLeading;
import io.amoeba.coordinator.lease.SuspendedLeader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of a REST interface; the cluster checks have a real one. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the fields
class FlinkJobControlTest {

  @TempDir Path folder = Path.of("");
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private HttpServer flink;

  @BeforeEach
  void start() throws IOException {
    flink = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    flink.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath());
          exchange.getRequestBody().readAllBytes();
          byte[] body = "{\"filename\":\"/tmp/stored.jar\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    flink.start();
  }

  @AfterEach
  void stop() {
    flink.stop(0);
  }

  private FlinkJobControl control(Leadership leadership) throws IOException {
    Path jar = Files.writeString(folder.resolve("job.jar"), "jar");
    return new FlinkJobControl(
        new FlinkSettings(
            URI.create("http://127.0.0.1:" + flink.getAddress().getPort()),
            new ClientTls(Optional.empty(), Optional.empty()),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Duration.ofSeconds(10)),
        Optional.of(new Program(jar, Optional.empty(), List.of(), Map.of(), "file:///s")),
        leadership);
  }

  @Test
  void aLeaderThatWasSuspendedChangesNoJob() throws IOException {
    FlinkJobControl control = control(new SuspendedLeader());

    assertThatThrownBy(() -> control.stop("j", "t")).isInstanceOf(NotLeading.class);
    assertThatThrownBy(() -> control.cancel("j")).isInstanceOf(NotLeading.class);
    assertThatThrownBy(() -> control.start("j", 2, "s")).isInstanceOf(NotLeading.class);
    assertThatThrownBy(() -> control.require("j", List.of(), 2)).isInstanceOf(NotLeading.class);

    assertThat(asked)
        .as("jobs are looked at, and a jar is brought there and away, but nothing is changed")
        .doesNotContain("POST /jobs/j/stop", "PATCH /jobs/j", "POST /jars/stored.jar/run")
        .doesNotContain("PUT /jobs/j/resource-requirements");
  }

  @Test
  void aLeaderChangesJobs() throws IOException {
    FlinkJobControl control = control(Leadership.ALONE);

    control.stop("j", "t");
    control.cancel("j");
    control.start("j", 2, "s");
    control.require("j", List.of(), 2);

    assertThat(asked)
        .contains("POST /jobs/j/stop", "PATCH /jobs/j", "POST /jars/stored.jar/run")
        .contains("PUT /jobs/j/resource-requirements");
  }
}
