package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.subscription.Placing.finished;
import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.partitioner.handover.Routed.Marker;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import io.amoeba.partitioner.placement.Cohort;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldBufferTest {

  @Test
  void eachFormerOwnersRecordsAreLetGoInTheirOrderWhenItHasFinished() {
    GateLedger ledger = ledgerWithAllMarkersOfEpochOne();
    HoldBuffer<String> held = new HoldBuffer<>(List.of());
    List.of("a1", "b1", "a2", "b2").forEach(text -> held.add(waiting(text)));

    assertThat(drained(held, ledger)).isEmpty();
    ledger.onReports(List.of(finished('b', 1, Cohort.hash(new long[] {70}))));
    assertThat(drained(held, ledger)).containsExactly("b1", "b2");
    assertThat(held.size()).isEqualTo(2);
    ledger.onReports(List.of(finished('a', 1, Cohort.hash(new long[] {70}))));
    assertThat(drained(held, ledger)).containsExactly("a1", "a2");

    assertThat(held.isEmpty()).isTrue();
    assertThat(held.longestHoldMicros()).isEqualTo(held.lastHoldMicros()).isNotNegative();
  }

  @Test
  void restoredRecordsComeFirstAndWaitForNoMarker() {
    HoldBuffer<String> held = new HoldBuffer<>(List.of(waiting("a1"), waiting("b1")));
    held.add(waiting("a2"));

    assertThat(drained(held, ledgerWithAllMarkersOfEpochOne())).containsExactly("a1", "b1");

    assertThat(held.size()).isEqualTo(1);
  }

  @Test
  void aCheckpointSeesEverythingOnceRestoredFirst() {
    HoldBuffer<String> held = new HoldBuffer<>(List.of(waiting("b1")));
    held.add(waiting("a1"));
    held.add(waiting("a2"));

    List<String> seen = new ArrayList<>();
    held.forEach(routed -> seen.add(String.valueOf(routed.value)));

    assertThat(seen).containsExactly("b1", "a1", "a2");
    assertThat(held.size()).isEqualTo(3);
  }

  private static List<String> drained(HoldBuffer<String> held, GateLedger ledger) {
    List<String> values = new ArrayList<>();
    for (Routed<String> next = held.pollFirst(ledger);
        next != null;
        next = held.pollFirst(ledger)) {
      values.add(String.valueOf(next.value));
    }
    return values;
  }

  private static GateLedger ledgerWithAllMarkersOfEpochOne() {
    GateLedger ledger = new GateLedger(0);
    ledger.onMarker(0, new Marker(MarkerKind.SWITCHED, 0, 1, 70, 5));
    ledger.onMarker(1, new Marker(MarkerKind.SWITCHED, 0, 1, 70, 6));
    return ledger;
  }

  /** Waits for the gate that its first letter names. */
  private static Routed<String> waiting(String text) {
    Routed<String> routed = Routed.value(text);
    routed.epoch = 1;
    routed.waitFor = text.charAt(0);
    return routed;
  }
}
