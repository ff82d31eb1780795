package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PingExchangeTest {

  private static final Pings BEFORE = new Pings(0, 10_239);
  private static final Pings LATER = new Pings(0, 11_017);

  private final PingExchange exchange = new PingExchange(Set.of("a"));

  @Test
  void bothNodesNeedAnAnswerToAPingOfTheirOwn() {
    assertThat(exchange.unanswered(seen(BEFORE, BEFORE))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, BEFORE)))
        .contains("b:1 (b) has no new answer from a:1 (a)");
    assertThat(exchange.unanswered(seen(LATER, LATER))).isEmpty();
  }

  @Test
  void anAnswerToAPingThatWasUnderWayProvesNothing() {
    assertThat(exchange.unanswered(seen(BEFORE, new Pings(10_900, 10_239)))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, LATER))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, new Pings(0, 12_034)))).isEmpty();
  }

  @Test
  void anAnswerThatAnotherNodeHadProvesNothing() {
    assertThat(exchange.unanswered(seen(BEFORE, BEFORE))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, new Pings(0, 12_000)))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, new Pings(0, 12_345)))).isEmpty();
  }

  @Test
  void whatOtherNodesTellEachOtherIsNotWaitedFor() {
    PingExchange ofAnother = new PingExchange(Set.of("c"));

    assertThat(ofAnother.unanswered(seen(BEFORE, BEFORE))).isEmpty();
  }

  @Test
  void replicasAreNodesToo() {
    ClusterView asReplica =
        new ClusterView(
            List.of(view("a", "", "b", BEFORE), view("b", /* primaryId= */ "a", "a", BEFORE)),
            Map.of());

    assertThat(exchange.unanswered(asReplica)).isPresent();
  }

  private static ClusterView seen(Pings ofA, Pings ofB) {
    return new ClusterView(List.of(view("a", "", "b", ofA), view("b", "", "a", ofB)), Map.of());
  }

  private static ServerView view(String id, String primaryId, String peer, Pings pings) {
    return ServerView.of(
        new ServerAddress(id, 1),
        server(id, primaryId, new Pings(0, 0)),
        List.of(server(peer, "", pings)),
        List.of(),
        Optional.empty());
  }

  private static KnownServer server(String id, String primaryId, Pings pings) {
    return new KnownServer(
        id, new ServerAddress(id, 1), List.of(), Set.of(), primaryId, pings, 0, true, List.of());
  }
}
