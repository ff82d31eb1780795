package io.amoeba.coordinator.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisownedHashSlotsTest {

  private static final List<HashSlotSpan> LOWER = List.of(new HashSlotSpan(0, 8_191));
  private static final List<HashSlotSpan> UPPER = List.of(new HashSlotSpan(8_192, 16_383));

  @Test
  void hashSlotsThatSomebodySaysToOwnAreServed() {
    List<OwnerView> views =
        List.of(
            view("a", Map.of("a", LOWER, "b", UPPER)), view("b", Map.of("a", LOWER, "b", UPPER)));

    assertThat(DisownedHashSlots.unserved(views).isEmpty()).isTrue();
  }

  @Test
  void hashSlotsThatEachPrimaryTakesForAnothersAreServedByNobody() {
    List<HashSlotSpan> without = List.of(new HashSlotSpan(0, 1), new HashSlotSpan(4, 8_191));
    List<HashSlotSpan> with = List.of(new HashSlotSpan(2, 3), new HashSlotSpan(8_192, 16_383));
    List<OwnerView> views =
        List.of(
            view("a", Map.of("a", without, "b", with)), view("b", Map.of("a", LOWER, "b", UPPER)));

    assertThat(DisownedHashSlots.of(views, DisownedHashSlots.unserved(views)))
        .singleElement()
        .satisfies(
            disowned ->
                assertThat(disowned.text())
                    .isEqualTo(
                        "no primary serves hash slots 2-3: a:1 says that b:1 owns them, b:1 says that a:1 owns them"));
  }

  @Test
  void aPrimaryThatDoesNotAnswerMayServeWhatOthersSayThatItOwns() {
    List<OwnerView> views = List.of(view("a", Map.of("a", LOWER, "silent", UPPER)));

    assertThat(DisownedHashSlots.unserved(views).isEmpty()).isTrue();
  }

  /** One view shows these, as {@code UncoveredHashSlots}. */
  @Test
  void hashSlotsThatNobodyBelievesToBeOwnedAreNoContradiction() {
    List<OwnerView> views = List.of(view("a", Map.of("a", LOWER)), view("b", Map.of("a", LOWER)));

    assertThat(DisownedHashSlots.unserved(views).isEmpty()).isTrue();
  }

  @Test
  void hashSlotsOfWhichPrimariesSayOtherThingsAreTold() {
    List<HashSlotSpan> one = List.of(new HashSlotSpan(1, 1));
    List<HashSlotSpan> two = List.of(new HashSlotSpan(2, 2));
    List<OwnerView> views = List.of(view("a", Map.of("b", one)), view("b", Map.of("a", two)));

    assertThat(DisownedHashSlots.of(views, DisownedHashSlots.unserved(views)))
        .extracting(DisownedHashSlots::text)
        .containsExactly(
            "no primary serves hash slots 1: a:1 says that b:1 owns them, b:1 says that no primary owns them",
            "no primary serves hash slots 2: a:1 says that no primary owns them, b:1 says that a:1 owns them");
  }

  private static OwnerView view(String id, Map<String, List<HashSlotSpan>> owners) {
    return new OwnerView(id, id + ":1", owners);
  }
}
