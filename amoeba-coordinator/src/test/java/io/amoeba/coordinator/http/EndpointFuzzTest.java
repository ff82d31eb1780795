package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.config.TokenSettings;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.OperatorRates;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Damaged messages to each endpoint: {@code -Damoeba.fuzz.messages=10000} sends so many, {@code
 * -Damoeba.fuzz.seed} the same again.
 */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class EndpointFuzzTest {

  private static final int MESSAGES = Integer.getInteger("amoeba.fuzz.messages", 200);
  private static final String TOKEN = "s3cret-token";
  private static final int NO_LIMIT = 1_000_000;
  private static final int ATTEMPTS = 10;

  private final long seed = Long.getLong("amoeba.fuzz.seed", System.nanoTime());
  private final FuzzedMessages messages = new FuzzedMessages(seed);
  private final HttpClient client = HttpClient.newHttpClient();
  private Fixture fixture;

  @BeforeEach
  void start() {
    List<TokenSettings> tokens = List.of(Fixture.token("all", TOKEN, Role.values()));
    fixture = new Fixture(Fixture.limited(tokens, Set.of(), NO_LIMIT));
    fixture.report(3, 0, 0);
    fixture.board.review(Mode.PROPOSE, fixture.look(3, Instant.now(), OperatorRates.UNKNOWN, 0.3));
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void noMessageOfACallerWhoIsLetInBreaksTheCoordinator() throws Exception {
    Map<Integer, Integer> answers = new TreeMap<>();
    for (String route : fixture.server.routes().keySet()) {
      for (int i = 0; i < MESSAGES; i++) {
        HttpResponse<String> answer =
            send(next(route).header("Authorization", "Bearer " + TOKEN).build());
        answers.merge(answer.statusCode(), 1, Integer::sum);

        assertThat(answer.statusCode()).as(said(route, i, answer)).isLessThan(500);
        if (answer.statusCode() >= 400) {
          assertThat(answer.body())
              .as(said(route, i, answer))
              .doesNotContain("Exception")
              .doesNotContain("\tat ");
        }
      }
    }

    System.out.printf("fuzzed messages with a token, by answer: %s, seed %d%n", answers, seed);
    assertThat(answers.keySet()).contains(200, 400, 409);
    assertThat(health()).isEqualTo(200);
  }

  @Test
  void whoIsNotLetInIsToldNothingAndChangesNothing() throws Exception {
    Map<Integer, Integer> answers = new TreeMap<>();
    List<String> tokens =
        List.of("", "Bearer", "Bearer x", "Basic " + TOKEN, "Bearer " + TOKEN + "x");
    Mode mode = fixture.knowledge.mode();
    int reports = fixture.publisher.reports().size();
    for (String route : fixture.server.routes().keySet()) {
      for (int i = 0; i < MESSAGES; i++) {
        String token = tokens.get(i % tokens.size());
        HttpRequest.Builder message = next(route);
        HttpResponse<String> answer =
            send((token.isEmpty() ? message : message.header("Authorization", token)).build());
        answers.merge(answer.statusCode(), 1, Integer::sum);

        assertThat(answer.statusCode()).as(said(route, i, answer)).isBetween(400, 499);
        assertThat(answer.body()).as(said(route, i, answer)).doesNotContain("Toll");
      }
    }

    System.out.printf("fuzzed messages without a token, by answer: %s, seed %d%n", answers, seed);
    assertThat(fixture.knowledge.mode()).isEqualTo(mode);
    assertThat(fixture.publisher.reports()).hasSize(reports);
    assertThat(fixture.board.book().made()).isEqualTo(1);
    assertThat(health()).isEqualTo(200);
  }

  private HttpRequest.Builder next(String route) {
    return messages.next(fixture.server.address(), route);
  }

  private String said(String route, int message, HttpResponse<String> answer) {
    return "seed %d, %s, message %d, %s: %s"
        .formatted(seed, route, message, answer.uri(), answer.body());
  }

  private int health() throws Exception {
    return send(HttpRequest.newBuilder(URI.create(fixture.server.address() + "health")).build())
        .statusCode();
  }

  /** The server ends a connection over which it was sent what it does not read. */
  private HttpResponse<String> send(HttpRequest request) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
