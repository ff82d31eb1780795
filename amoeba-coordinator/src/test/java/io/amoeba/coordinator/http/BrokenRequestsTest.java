package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.lease.LeaseSight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Requests that break off, lie about their length, or come under a name that is not ours. */
class BrokenRequestsTest {

  private static final String REPORT =
      "PUT /api/v1/task-managers/tm-1 HTTP/1.1\r\nHost: 127.0.0.1\r\n";

  private final Logger log = (Logger) LoggerFactory.getLogger("io.amoeba.coordinator.http");
  private final ListAppender<ILoggingEvent> said = new ListAppender<>();

  @BeforeEach
  void listen() {
    said.start();
    log.addAppender(said);
    log.setLevel(Level.DEBUG);
  }

  @AfterEach
  void stopListening() {
    log.detachAppender(said);
    log.setLevel(null);
  }

  @Test
  void aBodyThatBreaksOffIsABadRequestAndOneDebugLine() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open());
        RawConnection connection = RawConnection.to(fixture.server.port())) {
      connection.send(REPORT + "Content-Length: 100\r\n\r\n{\"taskManager\"");
      connection.endOutput();

      assertThat(connection.readToEnd(Duration.ofSeconds(20)))
          .startsWith("HTTP/1.1 400")
          .contains("request body broke off");
      requireOneDebugLine();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FFFFFFFFFFFFFFFFF", "7fffffffffffffff1", "-1", "xyz"})
  void aChunkOfImpossibleSizeIsABadRequestAndOneDebugLine(String size) throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      String answer =
          RawConnection.ask(
              fixture.server.port(),
              REPORT + "Transfer-Encoding: chunked\r\n\r\n" + size + "\r\n{}\r\n0\r\n\r\n");

      assertThat(answer).startsWith("HTTP/1.1 400");
      requireOneDebugLine();
    }
  }

  private void requireOneDebugLine() {
    assertThat(said.list)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLevel()).isEqualTo(Level.DEBUG);
              assertThat(event.getThrowableProxy()).isNull();
              assertThat(event.getFormattedMessage()).contains("PUT /api/v1/task-managers/tm-1");
            });
  }

  @Test
  void anErrorOfTheJvmIsAnsweredLoggedAndCounted() throws Exception {
    HttpServer server =
        new HttpServer(
            Fixture.open(),
            new MetricsApi(() -> LeaseSight.ALONE, null),
            List.of(
                routes ->
                    routes.get(
                        "/api/v1/lease",
                        context -> {
                          throw new OutOfMemoryError("Java heap space");
                        },
                        Access.READ)));
    server.start();
    try {
      String answer = RawConnection.ask(server.port(), get("/api/v1/lease", "127.0.0.1"));

      assertThat(answer).startsWith("HTTP/1.1 500").contains("internal error of the JVM");
      assertThat(said.list)
          .anySatisfy(event -> assertThat(event.getLevel()).isEqualTo(Level.ERROR));
      assertThat(RawConnection.ask(server.port(), get("/metrics", "127.0.0.1")))
          .contains("amoeba_requests_failed_total 1.0");
    } finally {
      server.close();
    }
  }

  @Test
  void withoutTokensNothingIsToldUnderANameThatIsNotOurs() throws Exception {
    HttpSettings named = Fixture.limited(List.of(), Set.of("amoeba.example"), 1_000);
    try (Fixture fixture = new Fixture(named)) {
      int port = fixture.server.port();
      for (String path :
          List.of("/api/v1/state", "/api/v1/status", "/api/v1/placement", "/metrics")) {
        assertThat(RawConnection.ask(port, get(path, "rebound.example:" + port)))
            .as(path)
            .startsWith("HTTP/1.1 403")
            .contains("http.hosts");
        List<String> ours =
            List.of("127.0.0.1:" + port, "localhost", "[::1]:" + port, "amoeba.example:7070");
        for (String host : ours) {
          assertThat(RawConnection.ask(port, get(path, host))).as(path).startsWith("HTTP/1.1 200");
        }
      }
      assertThat(RawConnection.ask(port, get("/health", "balancer"))).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void withTokensAnyNameDoesSinceAPageDoesNotKnowThem() throws Exception {
    HttpSettings closed =
        Fixture.on(0, List.of(Fixture.token("a", "t0ken", Role.VIEWER)), Optional.empty());
    try (Fixture fixture = new Fixture(closed)) {
      String request =
          "GET /api/v1/status HTTP/1.1\r\nHost: any.example\r\nAuthorization: Bearer t0ken\r\n"
              + "Connection: close\r\n\r\n";

      assertThat(RawConnection.ask(fixture.server.port(), request)).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void pathsAndParametersWithControlCharactersAreRefused() throws Exception {
    try (Fixture fixture = new Fixture(Fixture.open())) {
      List<String> answers = new ArrayList<>();
      for (String path :
          List.of(
              "/api/v1/plans/plan-1%0aplan-9%20approved",
              "/api/v1/plans/%1b%5b2J",
              "/api/v1/plans/%E2%80%AE",
              "/api/v1/placement?coordinator=%0d%0a")) {
        answers.add(RawConnection.ask(fixture.server.port(), get(path, "127.0.0.1")));
      }

      assertThat(answers).allSatisfy(answer -> assertThat(answer).startsWith("HTTP/1.1 400"));
    }
  }

  private static String get(String path, String host) {
    return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
  }
}
