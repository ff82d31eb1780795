package io.amoeba.linearroad.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.amoeba.linearroad.measure.Placement;
import io.amoeba.linearroad.measure.PlacementLog;
import io.amoeba.linearroad.observe.CoordinatorAddress;
import io.amoeba.linearroad.observe.CoordinatorClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdaptationTest {
  private static final String STATE =
      "{\"coordinator\":\"%s\",\"mode\":\"%s\",\"drill\":{\"activity\":\"%s\",\"completedSwitches\":%d},"
          + "\"operators\":[{\"name\":\"Toll\",\"alignedShare\":%s,"
          + "\"handOver\":{\"epoch\":%d,\"complete\":true}}]}";

  private final List<String> orders = new CopyOnWriteArrayList<>();
  private volatile String lastBody = "";
  private volatile String state = "{}";
  private HttpServer server;
  private long nowMillis = 1_000;

  AdaptationTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() {
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("GET")) {
      orders.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
      lastBody = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }
    byte[] body = state.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private Adaptation adaptation(boolean drill) {
    return adaptation(
        new RunOptions.Alignment(new When.AtStart(), drill ? Duration.ofSeconds(1) : null));
  }

  private Adaptation adaptation(RunOptions.Alignment wanted) {
    return new Adaptation(
        new CoordinatorClient(
            CoordinatorAddress.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort()))),
        wanted,
        () -> nowMillis);
  }

  private void inForce(String maps, long epoch) {
    state =
        STATE
            .formatted("a", "act", "running", 5, "1.0", epoch)
            .replace(
                "\"completedSwitches\"",
                "\"other\":\"hash\",\"inForce\":\"" + maps + "\",\"completedSwitches\"");
  }

  private List<String> ordersSinceLast() {
    List<String> since = new ArrayList<>(orders);
    orders.clear();
    return since;
  }

  @Test
  void timeFromTheOrderToTheLastAlignedOperatorIsMeasured() throws Exception {
    Adaptation adaptation = adaptation(false);
    state = STATE.formatted("a", "observe", "idle", 0, "0.3", 0);
    adaptation.step();
    assertThat(ordersSinceLast()).isEmpty();

    adaptation.begin();
    assertThat(ordersSinceLast()).containsExactly("PUT /api/v1/mode");
    nowMillis = 1_700;
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();

    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.ALIGNED);
    assertThat(adaptation.adaptationMillis()).isEqualTo(700);
    assertThat(adaptation.alignedMillis()).isEqualTo(1_700);
  }

  @Test
  void nodeThatIsAddedIsServedWhenTheStoreHasGrownAndRoutingHasFollowed() throws Exception {
    Adaptation adaptation = adaptation(false);
    adaptation.begin();
    String aligned = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    state = aligned;
    adaptation.step();
    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.ALIGNED);

    nowMillis = 5_000;
    adaptation.grow();
    adaptation.step();
    assertThat(adaptation.phase())
        .as("the former job was aligned")
        .isEqualTo(Adaptation.Phase.GROWING);
    String grown = "{\"action\":\"grow_store\",\"state\":\"completed\",\"endedAtMillis\":7000}";
    state = aligned.replaceFirst("\\{", "{\"plans\":[" + grown + "],");
    nowMillis = 7_500;
    adaptation.step();
    assertThat(adaptation.phase())
        .as("routing does not follow yet")
        .isEqualTo(Adaptation.Phase.GROWING);
    assertThat(adaptation.adaptationMillis()).isZero();
    String routing =
        "{\"action\":\"align_routing\",\"state\":\"completed\",\"endedAtMillis\":8000}";
    state = aligned.replaceFirst("\\{", "{\"plans\":[" + grown + "," + routing + "],");
    nowMillis = 8_200;
    adaptation.step();

    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.ALIGNED);
    assertThat(adaptation.migratedMillis()).isEqualTo(7_000);
    assertThat(adaptation.adaptationMillis()).isEqualTo(3_000);
  }

  @Test
  void keyedStreamIsAlignedWhenHashSlotsAndThenRoutingHaveFollowed() throws Exception {
    Adaptation adaptation = adaptation(false);
    adaptation.begin();
    String followed = "{\"name\":\"CrossingHold\",\"alignedShare\":%s}";
    String moved =
        "{\"action\":\"move_hash_slots\",\"state\":\"completed\",\"endedAtMillis\":4000}";
    String routed = "{\"action\":\"align_routing\",\"state\":\"completed\",\"endedAtMillis\":4600}";
    String before = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    state = before.replace("}}]}", "}}," + followed.formatted("0.4") + "]}");
    nowMillis = 2_000;
    adaptation.step();
    assertThat(adaptation.phase())
        .as("hash slots are away from the stream")
        .isEqualTo(Adaptation.Phase.ALIGNING);
    String follows =
        STATE
            .formatted("a", "act", "idle", 0, "0.3", 0)
            .replace("}}]}", "}}," + followed.formatted("1.0") + "]}");
    state = follows.replaceFirst("\\{", "{\"plans\":[" + moved + "],");
    nowMillis = 4_200;
    adaptation.step();
    assertThat(adaptation.phase())
        .as("routing does not follow yet")
        .isEqualTo(Adaptation.Phase.ALIGNING);
    state =
        follows
            .replace("0.3", "1.0")
            .replaceFirst("\\{", "{\"plans\":[" + moved + "," + routed + "],");
    nowMillis = 5_000;
    adaptation.step();

    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.ALIGNED);
    assertThat(adaptation.migratedMillis()).isEqualTo(4_000);
    assertThat(adaptation.adaptationMillis()).isEqualTo(3_600);
  }

  @Test
  void endReportedByTheCoordinatorCounts() throws Exception {
    Adaptation adaptation = adaptation(false);
    adaptation.begin();
    nowMillis = 1_900;
    state =
        STATE
            .formatted("a", "act", "idle", 0, "1.0", 1)
            .replaceFirst(
                "\\{",
                "{\"plans\":[{\"state\":\"completed\",\"endedAtMillis\":1600},"
                    + "{\"state\":\"proposed\",\"endedAtMillis\":1800}],");
    adaptation.step();

    assertThat(adaptation.adaptationMillis()).isEqualTo(600);
  }

  @Test
  void lostOrderIsRepeated() throws Exception {
    Adaptation adaptation = adaptation(false);
    adaptation.begin();
    ordersSinceLast();
    state = STATE.formatted("a", "observe", "idle", 0, "0.3", 0);
    adaptation.step();

    assertThat(ordersSinceLast()).containsExactly("PUT /api/v1/mode");
  }

  @Test
  void restartedCoordinatorIsGuidedOn() throws Exception {
    Adaptation adaptation = adaptation(true);
    adaptation.begin();
    ordersSinceLast();
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();
    adaptation.step();
    state = STATE.formatted("a", "act", "running", 5, "0.0", 6);
    adaptation.step();
    assertThat(ordersSinceLast()).containsExactly("PUT /api/v1/drill");

    state = STATE.formatted("b", "observe", "idle", 0, "0.0", 6);
    adaptation.step();
    state = STATE.formatted("b", "act", "idle", 0, "1.0", 7);
    adaptation.step();
    state = STATE.formatted("b", "act", "running", 2, "1.0", 9);
    adaptation.step();

    assertThat(ordersSinceLast()).containsExactly("PUT /api/v1/mode", "PUT /api/v1/drill");
    assertThat(adaptation.mapSwitchesOfAllOperators()).isEqualTo(7);
    assertThat(adaptation.mapSwitches()).isEqualTo(8);
  }

  @Test
  void firstSwitchIsAwaitedOnlyWhileMapsAreToChange() throws Exception {
    Adaptation adaptation = adaptation(true);
    adaptation.begin();
    assertThat(adaptation.awaitsFirstSwitch()).isFalse();

    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();
    adaptation.step();
    assertThat(adaptation.awaitsFirstSwitch()).isTrue();

    state = STATE.formatted("a", "act", "running", 1, "0.0", 2);
    adaptation.step();
    assertThat(adaptation.awaitsFirstSwitch()).isFalse();
  }

  @Test
  void switchesCountFromTheFirstEpochThatIsTold() throws Exception {
    Adaptation adaptation = adaptation(true);
    adaptation.begin();
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 0);
    adaptation.step();
    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.DRILLING);
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();
    assertThat(adaptation.awaitsFirstSwitch()).isTrue();

    state = STATE.formatted("a", "act", "running", 2, "0.0", 3);
    adaptation.step();

    assertThat(adaptation.mapSwitches()).isEqualTo(2);
    assertThat(adaptation.awaitsFirstSwitch()).isFalse();
  }

  @Test
  void drillOfTheHandOverRotatesTheMaps() throws Exception {
    Adaptation adaptation = adaptation(true);
    adaptation.begin();
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();
    adaptation.step();

    assertThat(lastBody).isEqualTo("{\"everyMillis\":1000,\"other\":\"rotated\"}");
    assertThat(adaptation.placements()).isEmpty();
  }

  @Test
  void alternatingPlacementsAreRecordedWithTheirTimes() throws Exception {
    Adaptation adaptation =
        adaptation(new RunOptions.Alignment(new When.AtStart(), null, Duration.ofSeconds(15)));
    adaptation.begin();
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();
    adaptation.step();
    assertThat(lastBody).isEqualTo("{\"everyMillis\":15000,\"other\":\"hash\"}");

    String[] seen = {"changing", "other", "other", "other", "changing", "planned", "planned"};
    for (int i = 0; i < seen.length; i++) {
      nowMillis = 10_000 + 500 * i;
      inForce(seen[i], 2 + i / 4);
      adaptation.step();
    }

    assertThat(adaptation.placements())
        .containsExactly(
            new PlacementLog.Span(Placement.HASH, 10_500, 11_500),
            new PlacementLog.Span(Placement.ALIGNED, 12_500, 13_000));
    assertThat(adaptation.mapSwitches()).isEqualTo(2);
  }

  @Test
  void plannedMapsThatAreNoLongerAlignedAreNoAlignedPlacement() throws Exception {
    Adaptation adaptation =
        adaptation(new RunOptions.Alignment(new When.AtStart(), null, Duration.ofSeconds(15)));
    adaptation.begin();
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();
    inForce("planned", 3);
    state = state.replace("\"alignedShare\":1.0", "\"alignedShare\":0.9");
    adaptation.step();

    assertThat(adaptation.placements()).isEmpty();
  }

  @Test
  void restWaitsForThePlannedMaps() throws Exception {
    Adaptation adaptation = adaptation(true);
    adaptation.begin();
    ordersSinceLast();
    state = STATE.formatted("a", "act", "idle", 0, "1.0", 1);
    adaptation.step();
    adaptation.rest();
    state = STATE.formatted("a", "act", "running", 3, "0.0", 4);
    adaptation.step();
    assertThat(ordersSinceLast()).containsExactly("DELETE /api/v1/drill");
    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.RETURNING);

    state = STATE.formatted("a", "act", "idle", 4, "1.0", 5);
    adaptation.step();

    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.ALIGNED);
  }

  @Test
  void absentCoordinatorIsRequestedAgain() throws Exception {
    Adaptation adaptation = adaptation(false);
    adaptation.begin();
    server.stop(0);

    adaptation.step();

    assertThat(adaptation.phase()).isEqualTo(Adaptation.Phase.ALIGNING);
  }
}
