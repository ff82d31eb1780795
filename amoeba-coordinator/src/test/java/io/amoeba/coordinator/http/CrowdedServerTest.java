package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.config.TokenSettings;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Clients that read, write or ask too much, on real sockets, from one address as behind a proxy.
 */
class CrowdedServerTest {

  private static final String SCRIPT = "/webjars/chart.js/4.5.1/dist/chart.umd.min.js";
  private static final String OPERATOR = "operators-token";
  private static final String TASK_MANAGER = "task-managers-token";
  private static final List<TokenSettings> TOKENS =
      List.of(
          Fixture.token("alice", OPERATOR, Role.OPERATOR),
          Fixture.token("flink", TASK_MANAGER, Role.TASK_MANAGER));

  /** Far longer than an answer takes; without limits there is none at all. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  private static final int PROBES = 12;

  private final List<RawConnection> crowd = new ArrayList<>();

  @AfterEach
  void disperse() throws IOException {
    for (RawConnection connection : crowd) {
      connection.close();
    }
  }

  @Test
  void fourHundredSlowReadersOfThePageKeepNobodyFromAnAnswer() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.on(0, TOKENS, Optional.empty()))) {
      String script = ("GET " + SCRIPT + " HTTP/1.1\r\nHost: x\r\n\r\n").repeat(30);
      for (int i = 0; i < 400; i++) {
        crowd.add(RawConnection.thatReadsLittle(fixture.server.port()).send(script));
      }

      requireAnswers(fixture);
    }
  }

  @Test
  void threeHundredSlowBodiesKeepNobodyFromAnAnswerAndEnd() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.on(0, TOKENS, Optional.empty()))) {
      for (int i = 0; i < 300; i++) {
        crowd.add(
            RawConnection.to(fixture.server.port())
                .send(
                    "PUT /api/v1/task-managers/x%d HTTP/1.1\r\nHost: x\r\n".formatted(i)
                        + "Authorization: Bearer "
                        + TASK_MANAGER
                        + "\r\nContent-Length: 1000000\r\n\r\n{"));
      }

      requireAnswers(fixture);
      assertThat(report(fixture)).isEqualTo(204);
      RawConnection first = crowd.get(0);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                try {
                  first.send(" ");
                  return false;
                } catch (SocketException e) {
                  return true; // the server has closed it
                }
              });
      assertThat(crowd.get(1).readToEnd(Duration.ofSeconds(60)))
          .startsWith("HTTP/1.1 408")
          .contains("request body was not there after 10 s");
    }
  }

  @Test
  void whoHasNoTokenTakesNoRequestsOfThoseWithOne() throws Exception {
    HttpSettings few = Fixture.limited(TOKENS, Set.of(), 10);
    try (Fixture fixture = new Fixture(few)) {
      HttpClient client = client();
      // The counters begin anew every second: on a busy machine once is not enough.
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () -> {
                List<Integer> healths = atOnce(client, fixture, "health", "");
                List<Integer> pages = atOnce(client, fixture, "page.css", "");
                List<Integer> refused = atOnce(client, fixture, "api/v1/status", "wrong");
                assertThat(get(fixture, "api/v1/status", OPERATOR)).isEqualTo(200);
                assertThat(healths).contains(200, 429);
                assertThat(pages).contains(200, 429);
                assertThat(refused).contains(401, 429);
              });
    }
  }

  /** The statuses of more answers than two seconds allow. */
  private static List<Integer> atOnce(
      HttpClient client, Fixture fixture, String path, String token) {
    List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
    HttpRequest request = request(fixture, path, token, HttpRequest.newBuilder().GET());
    for (int i = 0; i < 40; i++) {
      answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.discarding()));
    }
    return answers.stream().map(answer -> answer.join().statusCode()).toList();
  }

  @Test
  void anAddressHasSoManyConnectionsAndNoMore() throws Exception {
    HttpSettings few =
        new HttpSettings(
            "127.0.0.1", 0, TOKENS, Set.of(), Optional.empty(), 1_000, /* connections= */ 100, 5);
    try (Fixture fixture = new Fixture(few)) {
      int port = fixture.server.port();
      for (int i = 0; i < 5; i++) {
        // The server opens connections in parallel, and not in the order of their arrival.
        crowd.add(
            RawConnection.to(port)
                .send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
                .awaitAnswer(PATIENCE));
      }
      try (RawConnection sixth = RawConnection.to(port)) {
        assertThat(closedAtOnce(sixth)).isTrue();
      }
      crowd.remove(0).close();

      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                try (RawConnection again = RawConnection.to(port)) {
                  again.send("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
                  return again.readToEnd(PATIENCE).startsWith("HTTP/1.1 200");
                } catch (SocketException e) {
                  return false; // that of a closed one is still counted
                }
              });
    }
  }

  private static boolean closedAtOnce(RawConnection connection) throws IOException {
    try {
      return connection.readToEnd(PATIENCE).isEmpty();
    } catch (SocketException e) {
      return true;
    }
  }

  private static void requireAnswers(Fixture fixture) throws Exception {
    for (int i = 0; i < PROBES; i++) {
      assertThat(get(fixture, "health", "")).as("health, probe %d", i).isEqualTo(200);
      assertThat(get(fixture, "api/v1/status", OPERATOR)).as("status, probe %d", i).isEqualTo(200);
    }
  }

  private static int get(Fixture fixture, String path, String token) throws Exception {
    return send(fixture, path, token, HttpRequest.newBuilder().GET());
  }

  private static int report(Fixture fixture) throws Exception {
    return send(
        fixture,
        "api/v1/task-managers/tm-1",
        TASK_MANAGER,
        HttpRequest.newBuilder()
            .PUT(HttpRequest.BodyPublishers.ofString("{\"taskManager\":\"tm-1\",\"host\":\"h\"}")));
  }

  /** Over a connection of its own, as a balancer's or a command's. */
  private static int send(Fixture fixture, String path, String token, HttpRequest.Builder request)
      throws Exception {
    return client()
        .send(request(fixture, path, token, request), HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  private static HttpRequest request(
      Fixture fixture, String path, String token, HttpRequest.Builder request) {
    request.uri(URI.create(fixture.server.address() + path)).timeout(PATIENCE);
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return request.build();
  }
}
