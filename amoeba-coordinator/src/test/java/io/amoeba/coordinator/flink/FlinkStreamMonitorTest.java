package io.amoeba.coordinator.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that a cluster gives rarely; {@code CoordinatorIT} reads those of a real one. */
class FlinkStreamMonitorTest {

  private static final String JOB =
      """
      {"jid":"j1","name":"Linear Road","state":"RUNNING",
       "plan":{"nodes":[{"id":"v1"},{"id":"v2","inputs":[{"ship_strategy":"CUSTOM"}]}]},
       "vertices":[{"id":"v1","name":"Source: input -> Map","parallelism":1},
                   {"id":"v2","name":"Toll -> Sink","parallelism":2}]}\
      """;

  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private HttpServer server = newServer();

  @BeforeEach
  void aRunningJob() {
    answers.put("/jobs/overview", overview(job("j0", "Old", "FINISHED"), running("Linear Road")));
    answers.put("/jobs/j1", JOB);
    answers.put("/jobs/j1/vertices/v2", subtasks("tm-1", "tm-2"));
    answers.put("/jobs/j1/checkpoints/config", "{\"unaligned_checkpoints\":true}");
    answers.put("/config", "{\"flink-version\":\"2.3.0\"}");
  }

  @AfterEach
  void endServer() {
    server.stop(0);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1:6122,             10.0.0.1",
    "node-1:6122,               node-1",
    "node-1,                    node-1",
    "10.0.0.1,                  10.0.0.1",
    "0:0:0:0:0:0:0:1:6122,      0:0:0:0:0:0:0:1",
    "0:0:0:0:0:0:0:1,           0:0:0:0:0:0:0:1",
    "[::1]:6122,                ::1",
    "[::1],                     ::1",
    "::1,                       ::1"
  })
  void hostOfATaskManagerIsReadInEveryNotation(String endpoint, String host) {
    assertThat(FlinkStreamMonitor.withoutPort(endpoint)).isEqualTo(host);
  }

  @Test
  void aJobIsReadWithItsPlacesAndCheckpointMode() {
    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      StreamJob job = found(monitor.read());

      assertThat(job.version()).isEqualTo("2.3.0");
      assertThat(job.unalignedCheckpoints()).isTrue();
      assertThat(job.operators())
          .extracting(StreamOperator::name)
          .containsExactly("Source: input", "Toll");
      assertThat(job.aligned()).hasSize(1);
      assertThat(job.aligned().get(0).subtasks())
          .extracting("index", "host", "taskManager")
          .containsExactly(tuple(0, "host-tm-1", "tm-1"), tuple(1, "host-tm-2", "tm-2"));
    }
  }

  @Test
  void theKeyedOperatorThatTheStoreFollowsIsReadWithItsKeyGroups() {
    answers.put(
        "/jobs/j1",
        JOB.replace(
            "\"vertices\":[",
            "\"vertices\":[{\"id\":\"v3\",\"name\":\"Statistics -> Sink\",\"parallelism\":2,"
                + "\"maxParallelism\":1024},"));
    answers.put("/jobs/j1/vertices/v3", subtasks("tm-2", "tm-1"));

    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      monitor.read();
      StreamJob job = found(monitor.read());

      StreamOperator followed = job.followed().orElseThrow();
      assertThat(followed.name()).isEqualTo("Statistics");
      assertThat(followed.maxParallelism()).isEqualTo(1024);
      assertThat(followed.settled()).isTrue();
      assertThat(followed.subtasks()).extracting("taskManager").containsExactly("tm-2", "tm-1");
      assertThat(job.aligned()).extracting(StreamOperator::name).containsExactly("Toll");
      assertThat(job.planned())
          .extracting(StreamOperator::name)
          .containsExactly("Toll", "Statistics");
    }
  }

  @Test
  void placesAreSettledOnlyWhenTwoReadsAgree() {
    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      assertThat(toll(monitor).settled()).isFalse();
      assertThat(toll(monitor).settled()).isTrue();

      answers.put("/jobs/j1/vertices/v2", subtasks("tm-2", "tm-1"));

      assertThat(toll(monitor).settled()).isFalse();
      assertThat(toll(monitor).settled()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {32_769, Integer.MAX_VALUE})
  void aNumberOfSubtasksThatNoOperatorHasIsNoJob(int parallelism) {
    answers.put("/jobs/j1", JOB.replace("\"parallelism\":2", "\"parallelism\":" + parallelism));

    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      assertThat(monitor.read())
          .isInstanceOfSatisfying(
              StreamView.Unreachable.class,
              lost -> assertThat(lost.reason()).contains("has " + parallelism + " subtasks"));
    }
  }

  /** Nothing is planned for places that are not settled. */
  @Test
  void subtasksThatThereAreNotAreNeverSettled() {
    for (String told : List.of(places(0, 0), places(0, 2))) {
      answers.put("/jobs/j1/vertices/v2", told);
      try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
        assertThat(toll(monitor).settled()).isFalse();
        assertThat(toll(monitor).settled()).isFalse();
      }
    }
    answers.put("/jobs/j1", JOB.replace("\"parallelism\":2", "\"parallelism\":-1"));
    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      assertThat(toll(monitor).parallelism()).isZero();
      assertThat(toll(monitor).settled()).isFalse();
    }
    answers.put("/jobs/j1/vertices/v2", places(0, -1));
    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      assertThat(monitor.read()).isInstanceOf(StreamView.Unreachable.class);
    }
  }

  @Test
  void anOutageMakesPlacesUnsettledAgain() {
    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      monitor.read();
      String subtasks = answers.remove("/jobs/j1/vertices/v2");

      assertThat(monitor.read())
          .isInstanceOfSatisfying(
              StreamView.Unreachable.class,
              lost -> assertThat(lost.reason()).contains("/jobs/j1/vertices/v2", "404"));

      answers.put("/jobs/j1/vertices/v2", subtasks);
      assertThat(toll(monitor).settled()).isFalse();
    }
  }

  @Test
  void severalJobsNeedAName() {
    answers.put("/jobs/overview", overview(running("Linear Road"), running("Other")));

    try (FlinkStreamMonitor any = monitor(Optional.empty());
        FlinkStreamMonitor named = monitor(Optional.of("Linear Road"));
        FlinkStreamMonitor missing = monitor(Optional.of("Linear"))) {
      assertThat(any.read()).isInstanceOf(StreamView.Ambiguous.class);
      assertThat(named.read()).isInstanceOf(StreamView.Found.class);
      assertThat(missing.read())
          .isEqualTo(new StreamView.Missing("Linear", List.of("Linear Road", "Other")));
    }
  }

  @Test
  void aServerThatIsGoneIsUnreachable() {
    server.stop(0);

    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      assertThat(monitor.read()).isInstanceOf(StreamView.Unreachable.class);
    }
  }

  @Test
  void metricsComeLaterAndNeverFailTheRead() {
    String metrics = "/jobs/j1/vertices/v2/subtasks/metrics";
    answers.put(
        metrics,
        """
        [{"id":"numRecordsInPerSecond","sum":40.0},
         {"id":"Toll.amoeba.redis.localRequests","sum":30},
         {"id":"Toll.amoeba.redis.remoteRequests","sum":10}]\
        """);

    try (FlinkStreamMonitor monitor = monitor(Optional.empty())) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> toll(monitor).rates().equals(new OperatorRates(40, 30, 10)));
      answers.remove(metrics);
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> !toll(monitor).rates().equals(new OperatorRates(40, 30, 10)));
    }
  }

  private HttpServer newServer() {
    try {
      HttpServer made =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      made.createContext(
          "/",
          exchange -> {
            String answer = answers.get(exchange.getRequestURI().getPath());
            byte[] body = (answer == null ? "{}" : answer).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
          });
      made.start();
      return made;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private FlinkStreamMonitor monitor(Optional<String> job) {
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return new FlinkStreamMonitor(
        new FlinkSettings(
            url, ClientTls.PLAIN, List.of(), job, Optional.of("Statistics"), Duration.ofSeconds(5)),
        Ticker.SYSTEM);
  }

  private static StreamJob found(StreamView view) {
    assertThat(view).isInstanceOf(StreamView.Found.class);
    return ((StreamView.Found) view).job();
  }

  private static StreamOperator toll(FlinkStreamMonitor monitor) {
    return found(monitor.read()).aligned().get(0);
  }

  private static String overview(String... jobs) {
    return "{\"jobs\":[" + String.join(",", jobs) + "]}";
  }

  private static String running(String name) {
    return job("j1", name, "RUNNING");
  }

  private static String job(String id, String name, String state) {
    return "{\"jid\":\"%s\",\"name\":\"%s\",\"state\":\"%s\"}".formatted(id, name, state);
  }

  private static String places(int first, int second) {
    return "{\"subtasks\":[" + subtask(first, "tm-1") + "," + subtask(second, "tm-2") + "]}";
  }

  private static String subtasks(String first, String second) {
    return "{\"subtasks\":[" + subtask(0, first) + "," + subtask(1, second) + "]}";
  }

  private static String subtask(int index, String taskManager) {
    return """
    {"subtask":%d,"attempt":0,"start-time":5,"status":"RUNNING",
     "endpoint":"host-%s:41001","taskmanager-id":"%s"}\
    """
        .formatted(index, taskManager, taskManager);
  }
}
