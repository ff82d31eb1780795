package io.amoeba.partitioner.handover;

import static io.amoeba.partitioner.subscription.Placing.finished;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.partitioner.handover.Routed.Marker;
import io.amoeba.partitioner.handover.Routed.MarkerKind;
import io.amoeba.partitioner.placement.Cohort;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two routers with the incarnations 70 and 71; what waits, waits for gate 3. */
class GateLedgerTest {

  private static final long COHORT = Cohort.hash(new long[] {70, 71});

  private final GateLedger ledger = new GateLedger(0);
  private final Routed<String> waiting = Routed.value("moved");

  @BeforeEach
  void routersHaveSaidHelloAndOneHasSwitchedToEpochOne() {
    waiting.epoch = 1;
    waiting.waitFor = 3;
    assertThat(ledger.onMarker(0, switched(0))).isFalse();
    assertThat(ledger.onMarker(0, switched(1))).isTrue();
    assertThat(ledger.onMarker(1, switched(0))).isFalse();
  }

  @Test
  void recordsThatWaitForNoMarkerAreProcessedAtOnce() {
    assertThat(ledger.mayProcess(Routed.value("at home"))).isTrue();
    assertThat(ledger.mayProcess(waiting)).isFalse();
  }

  @Test
  void theReportOfTheFormerOwnerReleases() {
    ledger.onMarker(1, switched(1));

    ledger.onReports(List.of(finished(2, 1, COHORT)));
    assertThat(ledger.mayProcess(waiting)).isFalse();
    ledger.onReports(List.of(finished(3, 1, COHORT)));

    assertThat(ledger.mayProcess(waiting)).isTrue();
  }

  @Test
  void aReportThatComesBeforeTheLastMarkerCountsWithIt() {
    ledger.onReports(List.of(finished(3, 1, COHORT)));
    assertThat(ledger.mayProcess(waiting)).isFalse();

    ledger.onMarker(1, switched(1));

    assertThat(ledger.mayProcess(waiting)).isTrue();
  }

  @Test
  void aReportOfAnEarlierAttemptOrEpochNeverReleases() {
    ledger.onMarker(1, switched(1));
    long earlier = Cohort.hash(new long[] {70, 99});

    ledger.onReports(
        List.of(finished(3, 1, earlier), finished(3, 0, COHORT), finished(3, 2, COHORT)));

    assertThat(ledger.mayProcess(waiting)).isFalse();
  }

  @Test
  void aReportOfTheLastEpochIsForgottenInTheNext() {
    ledger.onMarker(1, switched(1));
    ledger.onReports(List.of(finished(3, 1, COHORT)));

    ledger.onMarker(2, switched(0));
    ledger.onMarker(2, switched(1));
    Routed<String> next = Routed.value("moved again");
    next.epoch = 2;
    next.waitFor = 3;

    assertThat(ledger.mayProcess(waiting)).isTrue();
    assertThat(ledger.mayProcess(next)).isFalse();
  }

  @Test
  void aCheckpointAfterTheLastMarkerReleasesWhenItOrALaterOneIsComplete() {
    ledger.onMarker(1, switched(1));
    ledger.onSnapshot(8);
    ledger.onSnapshot(9);

    ledger.onCheckpointComplete(7);
    assertThat(ledger.mayProcess(waiting)).isFalse();
    ledger.onCheckpointComplete(9);

    assertThat(ledger.mayProcess(waiting)).isTrue();
  }

  @Test
  void aCheckpointBeforeTheLastMarkerDoesNotRelease() {
    ledger.onSnapshot(8);
    ledger.onMarker(1, switched(1));

    ledger.onCheckpointComplete(8);

    assertThat(ledger.mayProcess(waiting)).isFalse();
  }

  @Test
  void aRouterThatSaysTheEpochIsCompleteReleases() {
    ledger.onMarker(1, switched(1));
    assertThat(ledger.mayBeAwaited()).isTrue();

    ledger.onMarker(1, marker(MarkerKind.SETTLED, 0));

    assertThat(ledger.mayProcess(waiting)).isTrue();
    assertThat(ledger.mayBeAwaited()).isFalse();
  }

  @Test
  void aRouterThatContinuesReleases() {
    ledger.onMarker(1, switched(1));

    ledger.onMarker(2, switched(0));
    ledger.onMarker(1, marker(MarkerKind.SETTLED, 1)); // the other one is late

    assertThat(ledger.mayProcess(waiting)).isTrue();
    assertThat(ledger.lacksMarkersOf(2)).isTrue();
  }

  @Test
  void aRestoreReleases() {
    GateLedger restored = new GateLedger(1);

    assertThat(restored.mayProcess(waiting)).isTrue();
    assertThat(restored.newestEpoch()).isEqualTo(1);
  }

  @Test
  void aRouterWhoseInputHasEndedIsNotMissed() {
    assertThat(ledger.missingRouters().stream()).containsExactly(1);

    assertThat(ledger.onMarker(0, marker(MarkerKind.ENDED, 1))).isTrue();

    assertThat(ledger.cohortHash()).isEqualTo(COHORT);
    assertThat(ledger.onMarker(2, switched(0))).isTrue();
    assertThat(ledger.cohortHash()).isEqualTo(COHORT);
  }

  @Test
  void breachesOfTheProtocolAreRefused() {
    assertThatThrownBy(() -> ledger.onMarker(1, switched(0))).hasMessageContaining("second time");
    assertThatThrownBy(() -> ledger.onMarker(0, switched(1))).hasMessageContaining("not complete");
    assertThatThrownBy(() -> ledger.onMarker(2, switched(1))).hasMessageContaining("not complete");
    assertThatThrownBy(() -> ledger.onMarker(1, marker(MarkerKind.SETTLED, 0)))
        .hasMessageContaining("lacks markers");
    assertThatThrownBy(() -> ledger.onMarker(1, new Marker(MarkerKind.SWITCHED, 1, 2, 71, 6)))
        .hasMessageContaining("another map");
    assertThatThrownBy(() -> ledger.onMarker(1, new Marker(MarkerKind.SWITCHED, 1, 3, 71, 5)))
        .hasMessageContaining("number of routers");
    assertThatThrownBy(() -> ledger.onMarker(1, new Marker(MarkerKind.SWITCHED, 2, 2, 71, 5)))
        .isInstanceOf(IllegalStateException.class);
  }

  private static Marker switched(int router) {
    return marker(MarkerKind.SWITCHED, router);
  }

  private static Marker marker(MarkerKind kind, int router) {
    return new Marker(kind, router, 2, 70 + router, 5);
  }
}
