package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.OperatorRates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders that let the lead leave a server, and return. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class LeadApiTest {

  private static final String SERVER = "{\"server\":\"127.0.1.1:7000\"}";

  private final HttpClient client = HttpClient.newHttpClient();
  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture = new Fixture(Fixture.open());
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.replicas =
        new Replicas(
            List.of(new Replica("r", "10.0.0.8", 1, OptionalLong.of(0), OptionalLong.of(3))),
            OptionalDouble.empty());
    var unused = fixture.look(3, Instant.now(), OperatorRates.UNKNOWN, 0.3);
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void anOrderIsAPlanThatIsApprovedAndTakenBack() throws Exception {
    JsonNode plan = json(post("hand-over", SERVER), 200);

    assertThat(plan.path("action").asText()).isEqualTo("leave_server");
    assertThat(plan.path("state").asText()).isEqualTo("approved");
    assertThat(plan.at("/leaveServer/server").asText()).isEqualTo("127.0.1.1:7000");
    assertThat(plan.at("/leaveServer/candidate").asText()).isEqualTo("10.0.0.8:1");
    assertThat(plan.at("/leaveServer/longestMillis").asLong()).isEqualTo(3_600_000);
    assertThat(json(post("take-back", SERVER), 200).path("state").asText()).isEqualTo("aborted");
  }

  @Test
  void anOrderThatIsNotDueByItselfStaysApproved() throws Exception {
    post("hand-over", SERVER);

    fixture.board.review(Mode.PROPOSE, fixture.look(3, Instant.now(), OperatorRates.UNKNOWN, 0.3));

    assertThat(fixture.board.book().open().orElseThrow().state()).isEqualTo(PlanState.APPROVED);
  }

  @Test
  void aLeadThatIsAwayStaysSoWhateverTheJobDoes() throws Exception {
    post("hand-over", SERVER);
    fixture.board.enter("plan-1", PlanState.EXECUTING, "");

    fixture.board.review(Mode.PROPOSE, fixture.look(4, Instant.now(), OperatorRates.UNKNOWN, 0.3));

    assertThat(fixture.board.book().open().orElseThrow().state()).isEqualTo(PlanState.EXECUTING);
  }

  @Test
  void onePlanIsOpenAtATime() throws Exception {
    post("hand-over", SERVER);

    assertThat(post("hand-over", "{\"server\":\"127.0.1.2:7001\"}"))
        .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(409))
        .satisfies(answer -> assertThat(answer.body()).contains("plan-1 is approved"));
    assertThat(post("take-back", "{\"server\":\"127.0.1.2:7001\"}").statusCode()).isEqualTo(409);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|server is missing",
        "{\"server\":7}|server is 7: must be a host:port",
        "{\"server\":\"--help:1\"}|must be a host:port",
        "{\"server\":\"h:1\",\"to\":\"\\u001b[31m:1\"}|must be a host:port",
        "{\"server\":\"h:1\",\"longestMillis\":1}|longestMillis is 1",
        "{\"server\":\"h:1\",\"longestMillis\":\"7\"}|longestMillis is",
      })
  void whatIsWrongWithARequestIsNamed(String body, String problem) throws Exception {
    HttpResponse<String> answer = post("hand-over", body);

    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.body()).contains(problem);
    assertThat(fixture.board.book().open()).isEmpty();
  }

  @Test
  void aServerThatIsNoPrimaryAndTheModeObserveAreRefused() throws Exception {
    assertThat(post("hand-over", "{\"server\":\"10.0.0.8:1\"}").body()).contains("is a replica");
    assertThat(post("hand-over", "{\"server\":\"h:1\"}").statusCode()).isEqualTo(409);

    fixture.knowledge.setMode(Mode.OBSERVE);
    assertThat(post("hand-over", SERVER).body()).contains("the mode is observe");
  }

  private static JsonNode json(HttpResponse<String> answer, int status) throws IOException {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return new ObjectMapper().readTree(answer.body());
  }

  private HttpResponse<String> post(String path, String body)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(fixture.server.address()).resolve("api/v1/" + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }
}
