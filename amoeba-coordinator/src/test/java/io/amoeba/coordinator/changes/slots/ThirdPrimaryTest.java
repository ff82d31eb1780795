package io.amoeba.coordinator.changes.slots;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.LetteredWorld;
import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.members.ServerVersion;
import io.amoeba.coordinator.plan.GrowthSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThirdPrimaryTest extends LetteredWorld {

  private static final String WHY =
      "THIRD_PRIMARY_MISSING: b:7000: Redis 7.0.15 takes hash slots only while there is a third primary, and there are two."
          + " Update the servers to Redis 7.2.4 or newer, or add a third one by CLUSTER MEET.";

  @Test
  void storeDoesNotGrowFromOnePrimaryToTwo() {
    growing("7.0.15");

    assertThat(kinds()).doesNotContain(GrowStore.KIND);
    assertThat(skipped()).containsExactly(WHY);
  }

  @Test
  void aThirdPrimaryWithoutHashSlotsIsEnough() {
    growing("7.0.15");
    empty.add(emptyPrimary("elsewhere"));

    assertThat(kinds()).contains(GrowStore.KIND);
    assertThat(skipped()).isEmpty();
  }

  @Test
  void onlyVersionsThatKeepMarksNeedOne() {
    for (String version : new String[] {"6.2.16", "7.0.12", "7.2.4", "8.6.3"}) {
      growing(version);
      assertThat(kinds()).as(version).contains(GrowStore.KIND);
    }
    for (String version : new String[] {"7.0.13", "7.2.0", "7.2.3"}) {
      growing(version);
      assertThat(kinds()).as(version).doesNotContain(GrowStore.KIND);
    }
  }

  @Test
  void theServerThatTakesHashSlotsDecides() {
    growing("7.2.4");
    primaries.set(0, of("7.0.15", primaries.get(0)));

    assertThat(kinds()).contains(GrowStore.KIND);
  }

  @Test
  void aServerThatHasNotToldItsVersionIsTrusted() {
    growing("7.0.15");
    empty.set(0, emptyPrimary("b"));

    assertThat(kinds()).contains(GrowStore.KIND);
  }

  @Test
  void storeDoesNotLeaveOneOfTwoPrimaries() {
    subtasks = "b";
    drain = new DrainSettings(true, Duration.ZERO);
    primaries.add(primary("a", 0, 8_191));
    primaries.add(of("7.0.15", primary("b", 8_192, 16_383)));

    assertThat(kinds()).doesNotContain(DrainStore.KIND);
    assertThat(skipped()).contains(WHY);
  }

  @Test
  void storeDoesNotFollowAStreamBetweenTwoPrimaries() {
    keyedSubtasks = "ab";
    storeFollows = Optional.of("Statistics");
    primaries.add(primary("a", 0, 9_000));
    primaries.add(of("7.0.15", primary("b", 9_001, 16_383)));

    assertThat(kinds()).doesNotContain(MoveHashSlots.KIND);
    assertThat(skipped()).contains(WHY);
  }

  private void growing(String version) {
    subtasks = "ab";
    growth = GrowthSettings.TO_MEMBERS;
    primaries.clear();
    empty.clear();
    primaries.add(primary("a", 0, 16_383));
    empty.add(of(version, emptyPrimary("b")));
  }

  private static Primary of(String version, Primary primary) {
    return primary.withVersion(ServerVersion.of(Map.of("redis_version", version)));
  }
}
