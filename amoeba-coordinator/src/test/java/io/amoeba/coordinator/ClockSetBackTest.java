package io.amoeba.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.execute.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole coordinator, without Flink and Redis, whose wall clock somebody sets. */
class ClockSetBackTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  @Test
  void aDeadTaskManagerIsForgottenAlthoughTheWallClockIsSetBackAnHour() throws Exception {
    ManualClock clock = new ManualClock();
    try (CoordinatorService service =
        new CoordinatorService(
            ConfigReader.parse(
                """
                flink: {url: 'http://127.0.0.1:1'}
                redis: {endpoints: ['127.0.0.1:1']}
                http: {port: 0}
                """,
                "test",
                folder),
            clock)) {
      service.start();
      String report = "{\"taskManager\": \"tm-1\", \"host\": \"h\"}";
      assertThat(
              HttpClient.newHttpClient()
                  .send(
                      HttpRequest.newBuilder(
                              URI.create(service.address() + "api/v1/task-managers/tm-1"))
                          .PUT(HttpRequest.BodyPublishers.ofString(report))
                          .build(),
                      HttpResponse.BodyHandlers.discarding())
                  .statusCode())
          .isEqualTo(204);
      await().atMost(PATIENCE).until(() -> taskManagers(service) == 1);

      clock.advance(-3_600_000);

      await().atMost(PATIENCE).until(() -> taskManagers(service) == 0);
    }
  }

  private static int taskManagers(CoordinatorService service)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(service.address() + "api/v1/status")).build(),
                HttpResponse.BodyHandlers.ofByteArray());
    return new ObjectMapper().readTree(answer.body()).path("taskManagers").asInt(-1);
  }
}
