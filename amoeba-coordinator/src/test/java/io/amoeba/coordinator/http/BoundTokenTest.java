package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.config.TokenSettings;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens of one task manager each, beside one for all. */
class BoundTokenTest {

  private final Fixture fixture =
      new Fixture(
          Fixture.on(
              0,
              List.of(
                  bound("first", "token-1", "tm-1"),
                  bound("second", "token-2", "tm-2"),
                  Fixture.token("all", "token-of-all", Role.TASK_MANAGER)),
              Optional.empty()));

  private static TokenSettings bound(String name, String token, String taskManager) {
    TokenSettings free = Fixture.token(name, token, Role.TASK_MANAGER);
    return new TokenSettings(name, free.roles(), free.sha256(), Optional.of(taskManager));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void aTaskManagerReportsForItselfAlone() throws Exception {
    assertThat(report("tm-1", "token-1").statusCode()).isEqualTo(204);
    assertThat(report("tm-2", "token-2").statusCode()).isEqualTo(204);

    HttpResponse<String> other = report("tm-2", "token-1");

    assertThat(other.statusCode()).isEqualTo(403);
    assertThat(other.body()).contains("the token of first is not for task manager 'tm-2'");
    assertThat(report("tm-3", "token-1").statusCode()).isEqualTo(403);
    assertThat(fixture.publisher.reports())
        .extracting(TaskManagerReport::taskManager)
        .containsExactly("tm-1", "tm-2");
  }

  @Test
  void aTaskManagerAsksForItselfAlone() throws Exception {
    assertThat(ask("?taskManager=tm-1", "token-1").statusCode()).isEqualTo(200);
    assertThat(ask("?taskManager=tm-2", "token-1").statusCode()).isEqualTo(403);
    assertThat(ask("", "token-1").statusCode()).isEqualTo(403);
  }

  @Test
  void aTokenThatIsNotBoundIsForEveryTaskManager() throws Exception {
    for (String id : List.of("tm-1", "tm-2", "tm-9")) {
      assertThat(report(id, "token-of-all").statusCode()).isEqualTo(204);
    }
    assertThat(ask("", "token-of-all").statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> report(String id, String token) throws Exception {
    return send(
        HttpRequest.newBuilder(uri("api/v1/task-managers/" + id))
            .PUT(
                HttpRequest.BodyPublishers.ofString(
                    "{\"taskManager\": \"%s\", \"host\": \"h\"}".formatted(id))),
        token);
  }

  private HttpResponse<String> ask(String query, String token) throws Exception {
    return send(HttpRequest.newBuilder(uri("api/v1/placement" + query)), token);
  }

  private URI uri(String path) {
    return URI.create(fixture.server.address() + path);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request, String token)
      throws Exception {
    return HttpClient.newHttpClient()
        .send(
            request.header("Authorization", "Bearer " + token).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
