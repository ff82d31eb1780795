package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.flink.FlinkCluster;
import io.amoeba.embedded.flink.FlinkSettings;
import io.amoeba.embedded.flink.FlinkVersion;
import io.amoeba.embedded.flink.JobSubmission;
import io.amoeba.embedded.process.ServerProcess;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlinkClusterIT {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  @TempDir Path folder;

  /** One test for all, because a cluster takes seconds to start. */
  @ParameterizedTest
  @EnumSource
  void jobSurvivesALostTaskManagerAndASavepoint(FlinkVersion version) throws Exception {
    try (EmbeddedCluster cluster = start(version)) {
      FlinkCluster flink = cluster.flink();
      assertThat(registered(flink))
          .containsExactlyInAnyOrderEntriesOf(Map.of("tm-1", "127.0.1.1", "tm-2", "127.0.1.2"));
      assertPagesOfOthersAreKeptOut(flink);
      Path jar = EndlessJob.jar(folder);
      JobSubmission submission =
          JobSubmission.of(jar, EndlessJob.class.getName()).with(List.of("endless"), 2);

      String first = flink.jobs().run(submission);
      flink.jobs().awaitRunning(first, TIMEOUT);
      assertTaskManagerCanBeReplaced(flink, first);

      Path savepoints = Files.createDirectories(folder.resolve("savepoints"));
      String savepoint = flink.jobs().stopWithSavepoint(first, false, savepoints);
      assertThat(savepoint).contains(savepoints.toString());
      String second = flink.jobs().run(submission.withSavepoint(savepoint));
      flink.jobs().awaitRunning(second, TIMEOUT);
      flink.jobs().cancel(second);

      Awaitility.await()
          .atMost(TIMEOUT)
          .untilAsserted(() -> assertThat(flink.jobs().state(second)).isEqualTo("CANCELED"));
      assertThatThrownBy(() -> flink.jobs().awaitRunning(second, TIMEOUT))
          .hasMessageContaining(second + " is CANCELED");
    }
  }

  private EmbeddedCluster start(FlinkVersion version) {
    return EmbeddedCluster.builder()
        .nodes(2)
        .flink(
            FlinkSettings.of(version)
                .withSystemProperties(node -> Map.of("amoeba.test.node", "node-" + node)))
        .parentFolder(Path.of(System.getProperty("java.io.tmpdir")))
        .start();
  }

  /** A browser gives answers to the pages of this origin alone. */
  private static void assertPagesOfOthersAreKeptOut(FlinkCluster flink) throws Exception {
    HttpResponse<Void> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(flink.restUrl().resolve("/overview"))
                    .header("Origin", "http://elsewhere.example")
                    .build(),
                BodyHandlers.discarding());
    assertThat(answer.headers().allValues("Access-Control-Allow-Origin"))
        .containsExactly(flink.restUrl().toString());
  }

  private static void assertTaskManagerCanBeReplaced(FlinkCluster flink, String jobId) {
    ServerProcess old = flink.taskManager(2);
    assertThat(ProcessHandle.of(old.pid()).orElseThrow().info().arguments().orElse(new String[0]))
        .contains("-Damoeba.test.node=node-2");

    old.kill();
    Awaitility.await()
        .atMost(TIMEOUT)
        .untilAsserted(() -> assertThat(registered(flink)).containsOnlyKeys("tm-1"));
    flink.startTaskManager(2);

    assertThat(flink.taskManager(2).pid()).isNotEqualTo(old.pid());
    assertThat(registered(flink)).containsOnlyKeys("tm-1", "tm-2");
    flink.jobs().awaitRunning(jobId, TIMEOUT);
  }

  private static Map<String, String> registered(FlinkCluster flink) {
    Map<String, String> hosts = new TreeMap<>();
    for (JsonNode taskManager : flink.get("/taskmanagers").path("taskmanagers")) {
      String path = taskManager.path("path").asText();
      hosts.put(
          taskManager.path("id").asText(),
          path.substring(path.indexOf('@') + 1, path.lastIndexOf(':')));
    }
    return hosts;
  }
}
