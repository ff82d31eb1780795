package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanState;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.embedded.process.ServerKind;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.process.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The page while its coordinator goes away, hangs, and comes back. */
class PageOutageIT {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Pattern STALE = Pattern.compile("\\bstale\\b");

  @TempDir Path folder = Path.of("");

  @Test
  void whatWasKnownStaysVisibleAndIsMarkedUntilTheCoordinatorIsBack() {
    int port;
    Visit visit;
    try (Fixture before = proposing(0, 3)) {
      port = before.server.port();
      visit = CHROMIUM.visit(before.server.address());
      visit.expectError("Failed to load resource");
      assertThat(visit.find("#nodes .node")).hasCount(3);
    }

    assertThat(visit.find("#live")).hasText("not connected");
    assertThat(visit.find("#content")).hasClass(STALE);
    assertThat(visit.find("#nodes .node")).hasCount(3);
    visit.button("approve plan-1").click();
    assertThat(visit.find("#notice")).containsText("the coordinator does not answer");

    try (Fixture after = proposing(port, 4)) {
      assertThat(visit.find("#live")).hasText("live");
      assertThat(visit.find("#content")).not().hasClass(STALE);
      assertThat(visit.find("#nodes .node")).hasCount(4);
      visit.button("approve plan-1").click();
      assertThat(visit.find("#plans tbody .chip")).hasText("approved");
      assertThat(visit.find("#notice")).isHidden();
      assertThat(after.board.book().open().orElseThrow().state()).isEqualTo(PlanState.APPROVED);
    }
  }

  @Test
  void aRealCoordinatorThatHangsIsKilledAndStartsAgainIsShownAsWhatItIs() throws IOException {
    int port = new FreePorts(new Random()).next("127.0.0.1");
    Path config =
        Files.writeString(
            folder.resolve("coordinator.yaml"),
            """
            flink: {url: "http://127.0.0.1:1"}
            redis: {endpoints: ["127.0.0.1:1"]}
            http: {port: %d}
            """
                .formatted(port));
    try (ServerLauncher launcher =
        ServerLauncher.open(RunFolder.create(folder, false), crashed -> {})) {
      ServerProcess first = coordinator(launcher, "first", config, port);
      Visit visit = CHROMIUM.visit("http://127.0.0.1:" + port + "/");
      visit.expectError("Failed to load resource");
      Locator live = visit.find("#live");
      assertThat(live).hasText("live");
      assertThat(visit.find("#symptoms li.error")).hasCount(2);

      first.pause();
      assertThat(live).hasText("no answer");
      assertThat(visit.find("#content")).hasClass(STALE);
      first.resume();
      assertThat(live).hasText("live");
      first.kill();
      assertThat(live).hasText("not connected");
      coordinator(launcher, "second", config, port);
      assertThat(live).hasText("live");
      assertThat(visit.find("#content")).not().hasClass(STALE);
    }
  }

  private static Fixture proposing(int port, int nodes) {
    Fixture fixture = new Fixture(Fixture.on(port, List.of(), Optional.empty()));
    fixture.report(nodes, 0, 0);
    fixture.knowledge.setMode(Mode.PROPOSE);
    fixture.board.review(
        Mode.PROPOSE, fixture.look(nodes, Instant.now(), new OperatorRates(100, 1, 3), 0.25));
    return fixture;
  }

  private static ServerProcess coordinator(
      ServerLauncher launcher, String name, Path config, int port) {
    JavaCommand java =
        new JavaCommand(
            List.of("-Xmx128m", JavaCommand.QUICK_START),
            List.of(
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path"))),
            "io.amoeba.coordinator.cli.AmoebaCommand",
            List.of("coordinator", "--config", config.toString()));
    ServerProcess started = launcher.start(ServerKind.COORDINATOR, name, java.words());
    HttpRequest health =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health"))
            .timeout(Duration.ofSeconds(5))
            .build();
    started.awaitReady(
        Duration.ofSeconds(60),
        () -> CLIENT.send(health, HttpResponse.BodyHandlers.discarding()).statusCode() == 200);
    return started;
  }
}
