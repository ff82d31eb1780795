package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/**
 * The HTTP API of a coordinator, as a client has it. Immutable.
 *
 * @param address of the page, as the coordinator reports it
 */
record CoordinatorApi(String address) {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OK = 200;

  JsonNode get(String path) {
    return send("GET", path, "", OK);
  }

  /** Kinds of what is wrong, by the last look at both systems. */
  List<String> symptoms() {
    return get("api/v1/state").path("symptoms").findValuesAsText("code");
  }

  /** Waits for so many looks at both systems, whatever they find. */
  void awaitLooks(int looks, Duration patience) {
    for (int look = 0; look < looks; look++) {
      long last = lastLook();
      await().atMost(patience).until(() -> lastLook() > last);
    }
  }

  private long lastLook() {
    return get("api/v1/state").path("snapshotMillis").asLong();
  }

  /** The text that is there. */
  String text(String path) {
    return ask("GET", path, "", OK);
  }

  /** The answer, which must have this status. */
  JsonNode send(String method, String path, String body, int status) {
    try {
      return JSON.readTree(ask(method, path, body, status));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String ask(String method, String path, String body, int status) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address + path))
              .method(method, HttpRequest.BodyPublishers.ofString(body))
              .build();
      HttpResponse<String> answer = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
      return answer.body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
