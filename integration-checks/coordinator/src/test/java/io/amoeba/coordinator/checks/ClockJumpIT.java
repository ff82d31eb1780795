package io.amoeba.coordinator.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.embedded.process.FakeClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The coordinator's wall clock jumps by an hour while hash slots move and clients write. */
@Tag("long")
@SuppressWarnings("NullAway.Init") // the test sets the field
class ClockJumpIT extends HalfMovedStore {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private FakeClock clock;

  @Override
  Map<String, String> environment() {
    return clock.environment();
  }

  @Test
  void aPlanIsCarriedOutAsUsualWhileTheClockJumps() throws IOException, InterruptedException {
    Optional<FakeClock> installed = FakeClock.in(folder);
    assumeThat(installed).as("there is no C compiler").isPresent();
    clock = installed.orElseThrow();
    useGrownJob();
    start(GROWTH + BRISKLY, "propose", 1, 2, 3);
    HashSlotSpan keyed = keyed(plans.awaitProposed("grow_store"));
    try (AcknowledgedWrites writes =
        new AcknowledgedWrites(
            cluster.redis().server(1).uri(), keyed.from(), keyed.to(), MANY_KEYS)) {
      actUntilHalfMoved(keyed);
      JsonNode plan = underWay();
      String id = plan.path("id").asText();

      jump(plan, HOUR);
      jump(plan, HOUR.negated());
      jump(plan, Duration.ZERO);

      plans.awaitEnd(id, "completed");
      assertThat(plans.plan(id).path("events").findValuesAsText("state"))
          .containsExactly("proposed", "approved", "executing", "completed");
      plans.awaiting(this::isAligned);
      store.assertWhole();
      assertThat(cluster.flink().jobs().state(job)).isEqualTo("RUNNING");
      writes.awaitMore(100);
      writes.endAndCheck();
    }
  }

  private Instant coordinatorTime() throws IOException, InterruptedException {
    String date =
        HTTP.send(
                HttpRequest.newBuilder(URI.create(plans.api().address() + "health")).build(),
                HttpResponse.BodyHandlers.discarding())
            .headers()
            .firstValue("Date")
            .orElseThrow();
    return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
  }

  /** Sets the clock, waits until the coordinator has seen it, and moves some hash slots then. */
  private void jump(JsonNode plan, Duration error) throws IOException {
    clock.set(error);
    plans.awaiting(
        () -> Duration.between(Instant.now().plus(error), coordinatorTime()).abs().toMinutes() < 1);
    int arrived = store.arrived(plan);
    plans.awaiting(() -> store.arrived(plan) > arrived);
  }
}
