package io.amoeba.coordinator.http;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.cluster.Replicas;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.Upkeeps;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page shows of the servers' background work, in a real browser. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class PageUpkeepIT {

  @RegisterExtension static final Chromium CHROMIUM = new Chromium();

  private Fixture fixture;

  @BeforeEach
  void start() {
    fixture = new Fixture(Fixture.open());
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  private static Replica replica(String host, Optional<ServerUpkeep> upkeep) {
    return new Replica(host, host, 6379, OptionalLong.of(1), OptionalLong.of(0), upkeep);
  }

  private Visit visit() {
    fixture.look(1, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);
    return CHROMIUM.visit(fixture.server.address());
  }

  @Test
  void eachServerOfAShardHasItsWorkAndThePrimaryLeads() {
    fixture.upkeep = Optional.of(Upkeeps.saving());
    fixture.replicas =
        new Replicas(
            List.of(
                replica("10.0.0.8", Optional.of(Upkeeps.resting())),
                replica("10.0.0.9", Optional.of(Upkeeps.failed())),
                replica("10.0.0.10", Optional.empty())),
            OptionalDouble.empty());

    Visit visit = visit();

    Locator rows = visit.find("#servers tbody tr");
    assertThat(rows).hasCount(4);
    assertThat(rows.nth(0)).containsText("127.0.1.1:7000 lead");
    assertThat(rows.nth(0).locator(".work")).hasText("save 25.0 %");
    assertThat(rows.nth(0)).containsText("it runs now, and the next one counts from its end");
    assertThat(rows.nth(1).locator(".work")).hasCount(0);
    assertThat(rows.nth(1))
        .hasText(
            Pattern.compile("10\\.0\\.0\\.8:6379–save 12 s at .*save at .*save 300 10043\\.2 ms"));
    assertThat(rows.nth(2).locator(".chip.failed")).hasText("failed");
    assertThat(rows.nth(3)).containsText("no answer");
    assertThat(
            visit.number(
                "document.querySelector('#servers .work').style.getPropertyValue('--done') === '25%' ? 1 : 0"))
        .isEqualTo(1);
    assertThat(visit.problems()).isEmpty();
    visit.screenshot(Path.of("target", "page-upkeep.png"));
  }

  @Test
  void aStoreThatTellsNothingOfItsWorkHasNoTableOfIt() {
    Visit visit = visit();

    assertThat(visit.find("#nodes .node")).hasCount(1);
    assertThat(visit.find("#upkeep")).isHidden();
  }

  @Test
  void manyServersAreCounted() {
    fixture.upkeep = Optional.of(Upkeeps.resting());
    fixture.look(70, Instant.now(), new OperatorRates(1_000, 5, 5), 0.25);

    Visit visit = CHROMIUM.visit(fixture.server.address());

    assertThat(visit.find("#servers tbody tr")).hasCount(61);
    assertThat(visit.find("#servers tbody tr").nth(60)).hasText("and 10 more");
  }

  @Test
  void whatAServerSendsIsShownAsText() {
    String markup = "<img src=x onerror=alert(1)>";
    fixture.upkeep = Optional.of(Upkeeps.unknown(markup));

    Visit visit = visit();

    assertThat(visit.find("#servers tbody")).containsText("no forecast: " + markup);
    assertThat(visit.find("#servers img")).hasCount(0);
    assertThat(visit.problems()).isEmpty();
  }
}
