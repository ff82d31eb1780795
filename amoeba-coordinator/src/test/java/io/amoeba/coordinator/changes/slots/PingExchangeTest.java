package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.slots.PrimaryView.PingState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PingExchangeTest {

  private static final PingState BEFORE = new PingState(0, 10_239);
  private static final PingState LATER = new PingState(0, 11_017);

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
    assertThat(exchange.unanswered(seen(BEFORE, new PingState(10_900, 10_239)))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, LATER))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, new PingState(0, 12_034)))).isEmpty();
  }

  @Test
  void anAnswerThatAnotherNodeHadProvesNothing() {
    assertThat(exchange.unanswered(seen(BEFORE, BEFORE))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, new PingState(0, 12_000)))).isPresent();
    assertThat(exchange.unanswered(seen(LATER, new PingState(0, 12_345)))).isEmpty();
  }

  @Test
  void whatOtherNodesTellEachOtherIsNotWaitedFor() {
    PingExchange ofAnother = new PingExchange(Set.of("c"));

    assertThat(ofAnother.unanswered(seen(BEFORE, BEFORE))).isEmpty();
  }

  @Test
  void replicasAreNodesToo() {
    StoreTopology first = seen(BEFORE, BEFORE);
    StoreTopology asReplica =
        new StoreTopology(
            List.of(first.primaries().get(0)),
            List.of(first.primaries().get(1)),
            Map.of("b", "a"),
            List.of());

    assertThat(exchange.unanswered(asReplica)).isPresent();
  }

  private static StoreTopology seen(PingState ofA, PingState ofB) {
    return new StoreTopology(
        List.of(view("a", "b", ofA), view("b", "a", ofB)), List.of(), Map.of(), List.of());
  }

  private static PrimaryView view(String id, String peer, PingState ping) {
    return new PrimaryView(id, id + ":1", Map.of(), List.of(), Map.of(), Map.of(peer, ping));
  }
}
