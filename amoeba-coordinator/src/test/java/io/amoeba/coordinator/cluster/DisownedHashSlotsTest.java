package io.amoeba.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.cluster.KnownServer.Pings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DisownedHashSlotsTest {

  private static final List<HashSlotSpan> LOWER = List.of(new HashSlotSpan(0, 8_191));
  private static final List<HashSlotSpan> UPPER = List.of(new HashSlotSpan(8_192, 16_383));

  @Test
  void hashSlotsThatSomebodySaysToOwnAreServed() {
    ClusterView seen =
        seen(view("a", Map.of("a", LOWER, "b", UPPER)), view("b", Map.of("a", LOWER, "b", UPPER)));

    assertThat(seen.unserved().isEmpty()).isTrue();
  }

  @Test
  void hashSlotsThatEachPrimaryTakesForAnothersAreServedByNobody() {
    List<HashSlotSpan> without = List.of(new HashSlotSpan(0, 1), new HashSlotSpan(4, 8_191));
    List<HashSlotSpan> with = List.of(new HashSlotSpan(2, 3), new HashSlotSpan(8_192, 16_383));
    ClusterView seen =
        seen(view("a", Map.of("a", without, "b", with)), view("b", Map.of("a", LOWER, "b", UPPER)));

    assertThat(seen.disowned(seen.unserved()))
        .singleElement()
        .satisfies(
            disowned ->
                assertThat(disowned.text())
                    .isEqualTo(
                        "no primary serves hash slots 2-3: a:1 says that b:1 owns them, b:1 says that a:1 owns them"));
  }

  @Test
  void aPrimaryThatDoesNotAnswerMayServeWhatOthersSayThatItOwns() {
    ClusterView seen = seen(view("a", Map.of("a", LOWER, "silent", UPPER)));

    assertThat(seen.unserved().isEmpty()).isTrue();
  }

  /** One view shows these, as {@code UncoveredHashSlots}. */
  @Test
  void hashSlotsThatNobodyBelievesToBeOwnedAreNoContradiction() {
    ClusterView seen = seen(view("a", Map.of("a", LOWER)), view("b", Map.of("a", LOWER)));

    assertThat(seen.unserved().isEmpty()).isTrue();
  }

  @Test
  void hashSlotsOfWhichPrimariesSayOtherThingsAreTold() {
    List<HashSlotSpan> one = List.of(new HashSlotSpan(1, 1));
    List<HashSlotSpan> two = List.of(new HashSlotSpan(2, 2));
    ClusterView seen = seen(view("a", Map.of("b", one)), view("b", Map.of("a", two)));

    assertThat(seen.disowned(seen.unserved()))
        .extracting(DisownedHashSlots::text)
        .containsExactly(
            "no primary serves hash slots 1: a:1 says that b:1 owns them, b:1 says that no primary owns them",
            "no primary serves hash slots 2: a:1 says that no primary owns them, b:1 says that a:1 owns them");
  }

  private static ClusterView seen(ServerView... primaries) {
    return new ClusterView(List.of(primaries), Map.of());
  }

  private static ServerView view(String id, Map<String, List<HashSlotSpan>> owners) {
    return ServerView.of(
        new ServerAddress(id, 1),
        server(id, owners.getOrDefault(id, List.of())),
        owners.keySet().stream()
            .filter(owner -> !owner.equals(id))
            .map(owner -> server(owner, owners.getOrDefault(owner, List.of())))
            .toList(),
        List.of(),
        Optional.empty());
  }

  private static KnownServer server(String id, List<HashSlotSpan> hashSlots) {
    return new KnownServer(
        id,
        new ServerAddress(id, 1),
        List.of(),
        Set.of("master"),
        "",
        new Pings(0, 0),
        1,
        true,
        hashSlots);
  }
}
