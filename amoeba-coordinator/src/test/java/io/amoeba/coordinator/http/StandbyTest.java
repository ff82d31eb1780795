package io.amoeba.coordinator.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.config.Role;
import io.amoeba.coordinator.lease.LeaseSight;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a coordinator answers while another one leads. */
class StandbyTest {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private volatile LeaseSight sight = new LeaseSight(false, 7, "http://b:7070/", "");

  private interface Check {
    void with(HttpServer server) throws Exception;
  }

  private void standby(HttpSettings settings, Check check) throws Exception {
    try (HttpServer server = HttpServer.standby(settings, () -> sight)) {
      server.start();
      check.with(server);
    }
  }

  private static HttpResponse<String> get(HttpServer server, String path, String token)
      throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .header("Authorization", "Bearer " + token)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void itNamesTheLeaderToWhoeverAsksForAnythingElse() throws Exception {
    standby(
        Fixture.open(),
        server -> {
          for (String path :
              List.of("api/v1/state", "api/v1/placement", "api/v1/plans/x/approve")) {
            HttpResponse<String> answer = get(server, path, "");
            assertThat(answer.statusCode()).as(path).isEqualTo(503);
            assertThat(answer.body()).contains("http://b:7070/ leads (term 7)");
          }
          assertThat(get(server, "health", "").statusCode()).isEqualTo(200);
          assertThat(get(server, "ready", "").statusCode()).isEqualTo(503);
          assertThat(get(server, "", "").body()).as("the page").contains("<html");
          assertThat(get(server, "api/v1/lease", "").body())
              .isEqualTo(
                  "{\"leads\":false,\"term\":7,\"leader\":\"http://b:7070/\",\"waitsFor\":\"\"}");
        });
  }

  @Test
  void itSaysWhatKeepsItFromLeading() throws Exception {
    sight = new LeaseSight(false, 8, "http://a:7070/", "127.0.0.3:7000 does not answer");
    standby(
        Fixture.open(),
        server ->
            assertThat(get(server, "api/v1/status", "").body())
                .contains("stands by: 127.0.0.3:7000 does not answer"));
  }

  @Test
  void withoutATokenNobodyLearnsWhoLeads() throws Exception {
    standby(
        Fixture.on(0, List.of(Fixture.token("eva", "secret", Role.VIEWER)), Optional.empty()),
        server -> {
          for (String path : List.of("api/v1/state", "api/v1/lease", "metrics")) {
            assertThat(get(server, path, "").statusCode()).isEqualTo(401);
            assertThat(get(server, path, "").body()).doesNotContain("b:7070");
          }
          assertThat(get(server, "api/v1/state", "secret").statusCode()).isEqualTo(503);
          assertThat(get(server, "api/v1/lease", "secret").statusCode()).isEqualTo(200);
          assertThat(get(server, "metrics", "secret").statusCode()).isEqualTo(200);
        });
  }

  @Test
  void itsOwnMetersAreThereWithoutTheLead() throws Exception {
    standby(
        Fixture.open(),
        server -> {
          HttpResponse<String> answer = get(server, "metrics", "");
          assertThat(answer.statusCode()).isEqualTo(200);
          assertThat(answer.body().lines())
              .contains("amoeba_lease_leads 0.0", "amoeba_lease_term 7.0", "amoeba_lease_waits 0.0")
              .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"))
              .anyMatch(line -> line.startsWith("process_uptime_seconds "))
              .as("those of job and store are the leader's")
              .noneMatch(line -> line.startsWith("amoeba_plans"));

          sight = new LeaseSight(false, 8, "http://a:7070/", "127.0.0.3:7000 does not answer");

          assertThat(get(server, "metrics", "").body().lines())
              .contains("amoeba_lease_term 8.0", "amoeba_lease_waits 1.0");
        });
  }

  @Test
  void metersOfJobAndStoreEndWithTheLead() throws Exception {
    sight = new LeaseSight(true, 7, "http://a:7070/", "");
    try (Fixture fixture = new Fixture(Fixture.open(), () -> sight)) {
      assertThat(get(fixture.server, "metrics", "").body().lines())
          .contains("amoeba_lease_leads 1.0", "amoeba_plans_paused 0.0");

      sight = new LeaseSight(false, 8, "http://b:7070/", "");

      assertThat(get(fixture.server, "metrics", "").body().lines())
          .contains("amoeba_lease_leads 0.0")
          .noneMatch(line -> line.startsWith("amoeba_plans"));
    }
  }

  @Test
  void leaderWhoseTimeIsOverAnswersNothing() throws Exception {
    sight = LeaseSight.ALONE;
    try (Fixture fixture = new Fixture(Fixture.open(), () -> sight)) {
      assertThat(get(fixture.server, "api/v1/state", "").statusCode()).isEqualTo(200);
      assertThat(get(fixture.server, "ready", "").statusCode()).isEqualTo(200);

      sight = new LeaseSight(false, 8, "http://b:7070/", "");

      assertThat(get(fixture.server, "api/v1/state", "").statusCode()).isEqualTo(503);
      assertThat(get(fixture.server, "api/v1/placement", "").statusCode()).isEqualTo(503);
      assertThat(get(fixture.server, "ready", "").statusCode()).isEqualTo(503);
    }
  }

  @Test
  void placementsNameTheTerm() throws Exception {
    sight = new LeaseSight(true, 7, "http://a:7070/", "");
    try (Fixture fixture = new Fixture(Fixture.open(), () -> sight)) {
      assertThat(get(fixture.server, "api/v1/placement", "").body()).contains("\"term\":7");
    }
    sight = LeaseSight.ALONE;
    try (Fixture fixture = new Fixture(Fixture.open(), () -> sight)) {
      assertThat(get(fixture.server, "api/v1/placement", "").body()).doesNotContain("term");
    }
  }
}
