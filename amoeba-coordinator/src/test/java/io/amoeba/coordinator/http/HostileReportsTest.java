package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.routing.EdgeState;
import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.EpochBounds;
import io.amoeba.partitioner.placement.Routing;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What somebody with a task manager's token may claim, beside honest task managers. */
class HostileReportsTest {

  private static final EdgeId EDGE = Fixture.EDGE;

  private final Fixture fixture = new Fixture(Fixture.open());

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void anEpochThatCannotBeIsRefusedAndHonestReportsAreTaken() throws Exception {
    String poison = report("evil", "\"gates\":[" + gate(EDGE.job(), EDGE.operator(), "%d") + "]");
    for (long epoch :
        new long[] {Long.MAX_VALUE - 1, EpochBounds.LARGEST, EpochBounds.claimable(0) + 1}) {
      HttpResponse<String> answer = put("evil", poison.formatted(epoch));

      assertThat(answer.statusCode()).as("%d", epoch).isEqualTo(400);
      assertThat(answer.body())
          .contains("claims epoch " + epoch, "restart the job", "starts at epoch 0");
    }
    assertThat(put("evil", poison.formatted(EpochBounds.claimable(0) + 1)).body())
        .contains("restart the job");
    assertThat(put("evil", poison.formatted(EpochBounds.PLAUSIBLE)).statusCode()).isEqualTo(204);

    fixture.report(3, 0, 0);

    assertThat(publish()).as("one gate is no complete attempt").isEqualTo(1);
    fixture.report(3, 1, 1);
    assertThat(publish()).isEqualTo(2);
  }

  @Test
  void aCompleteAttemptRaisesEpochsNoFurtherThanMapsCanFollow() throws Exception {
    fixture.tell(1);
    for (int round = 0; round < 5; round++) {
      long claimed = EpochBounds.claimable(edge().epoch());
      assertThat(put("tm-1", wholeAttempt(claimed)).statusCode()).isEqualTo(204);
      assertThat(put("tm-1", wholeAttempt(claimed + 1)).statusCode()).isEqualTo(400);

      assertThat(publish()).isEqualTo(claimed + 1);
      assertThat(claimed).isLessThan(EpochBounds.LARGEST - 1_000_000);
    }
  }

  @Test
  void edgesThatFlinkHasNotToldOfAreInNoDocument() throws Exception {
    fixture.report(3, 0, 0);
    for (int i = 0; i < 10; i++) {
      int from = 200 * i;
      String gates =
          IntStream.range(from, from + 200)
              .mapToObj(edge -> gate("x", "o" + edge, "0"))
              .collect(Collectors.joining(",", "\"gates\":[", "]"));
      assertThat(put("evil" + i, report("evil" + i, gates)).statusCode()).isEqualTo(204);
    }

    assertThat(fixture.publisher.document().edges())
        .extracting(EdgeState::edge)
        .containsExactly(EDGE);
    assertThat(fixture.publisher.reports().stream().mapToInt(r -> r.gates().size()).sum())
        .as("what is kept of 2,000")
        .isLessThan(300);
  }

  @Test
  void hostsOfTheMachineAreAFewShortTexts() throws Exception {
    for (String hosts :
        List.of(
            "7",
            "[7]",
            "[\"\"]",
            "[\"" + "h".repeat(256) + "\"]",
            "[" + "\"h\",".repeat(16) + "\"h\"]")) {
      HttpResponse<String> answer = put("evil", report("evil", "\"nodeHosts\":" + hosts));

      assertThat(answer.statusCode()).as(hosts).isEqualTo(400);
      assertThat(answer.body()).contains("nodeHosts must be a list of at most 16 texts");
    }
    assertThat(put("tm", report("tm", "\"nodeHosts\":[\"10.0.0.1\",\"node-1\"]")).statusCode())
        .isEqualTo(204);
    assertThat(fixture.publisher.reports().get(0).nodeHosts())
        .containsExactly("10.0.0.1", "node-1");
  }

  @Test
  void aReportOfThousandsOfEdgesIsRefused() throws Exception {
    for (int count : new int[] {1_001, 9_999, 14_000}) {
      String gates =
          IntStream.range(0, count)
              .mapToObj(
                  edge ->
                      "{\"job\":\"1\",\"operator\":\"%d\",\"subtask\":0,\"parallelism\":1,\"epoch\":0}"
                          .formatted(edge))
              .collect(Collectors.joining(",", "\"gates\":[", "]"));

      HttpResponse<String> answer = put("evil", report("evil", gates));

      assertThat(answer.statusCode()).isEqualTo(400);
      assertThat(answer.body()).containsAnyOf("more than 256 edges", "at most 10000 together");
    }
    assertThat(fixture.publisher.reports()).isEmpty();
  }

  @Test
  void reportsOfLongNamesAreNotKept() throws Exception {
    String name = "n".repeat(1_000);
    for (int i = 0; i < 20; i++) {
      String direct =
          IntStream.range(0, 250)
              .mapToObj(o -> direct(name + o, 0))
              .collect(Collectors.joining(",", "\"direct\":[", "]"));
      assertThat(put("evil" + i, report("evil" + i, direct)).statusCode()).isEqualTo(204);
    }

    assertThat(
            fixture.publisher.reports().stream()
                .map(TaskManagerReport::direct)
                .flatMap(List::stream)
                .mapToLong(line -> line.operator().length())
                .sum())
        .as("characters kept of 5 million")
        .isLessThan(1_000_000);
    assertThat(
            put(
                    "evil",
                    "{\"host\": \"h\", \"taskManager\": \"evil\", \"coordinator\": \"%s\"}"
                        .formatted("c".repeat(500_000)))
                .statusCode())
        .isEqualTo(400);
  }

  @Test
  void moreLinesThanAllTaskManagersMayHaveTogetherAreRefused() throws Exception {
    String lines =
        IntStream.range(0, 9_000)
            .mapToObj(i -> direct(EDGE.operator(), 0))
            .collect(Collectors.joining(",", "\"direct\":[", "]"));
    Set<Integer> answers =
        IntStream.range(0, 12)
            .mapToObj(i -> put("evil" + i, report("evil" + i, lines)).statusCode())
            .collect(Collectors.toSet());

    assertThat(answers).containsExactlyInAnyOrder(204, 429);
    assertThat(put("evil12", report("evil12", lines)).body())
        .contains("all reports together would have");
    assertThat(fixture.publisher.reports()).hasSize(11);
  }

  private static String report(String taskManager, String lines) {
    return "{\"taskManager\":\"%s\",\"host\":\"h\",%s}".formatted(taskManager, lines);
  }

  private static String gate(String job, String operator, String epoch) {
    return "{\"job\":\"%s\",\"operator\":\"%s\",\"subtask\":0,\"parallelism\":3,\"epoch\":%s}"
        .formatted(job, operator, epoch);
  }

  private static String direct(String operator, long epoch) {
    return "{\"operator\":\"%s\",\"parallelism\":1,\"epoch\":%d}".formatted(operator, epoch);
  }

  /** One router and one gate, which agree. */
  private static String wholeAttempt(long epoch) {
    return """
    {"taskManager": "tm-1", "host": "h", "coordinator": "this",
     "routers": [{"job": "%1$s", "operator": "%2$s", "subtask": 0, "parallelism": 1,
                  "targets": 1, "incarnation": "0000000000000007",
                  "prepared": %3$d, "active": %3$d}],
     "gates": [{"job": "%1$s", "operator": "%2$s", "subtask": 0, "parallelism": 1,
                "epoch": %3$d, "cohort": "%4$016x"}]}
    """
        .formatted(EDGE.job(), EDGE.operator(), epoch, Cohort.hash(new long[] {7}));
  }

  private EdgeState edge() {
    return fixture.publisher.document().edges().stream()
        .filter(state -> state.edge().equals(EDGE))
        .findFirst()
        .orElseGet(() -> EdgeState.unknown(EDGE, 1));
  }

  private long publish() {
    int parallelism = edge().parallelism();
    return fixture
        .publisher
        .publish(EDGE, parallelism, Routing.owners(null, parallelism))
        .orElseThrow();
  }

  private HttpResponse<String> put(String id, String body) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(
                      URI.create(fixture.server.address() + "api/v1/task-managers/" + id))
                  .PUT(HttpRequest.BodyPublishers.ofString(body))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
