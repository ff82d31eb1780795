package io.amoeba.coordinator.changes.routing;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.ManualClock;
import io.amoeba.partitioner.placement.HashSlot;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandOverWatchTest {

  private static final EdgeId EDGE = new EdgeId("job", "Toll");

  private final ManualClock clock = new ManualClock();
  private final HandOverWatch watch = new HandOverWatch(clock::millis);

  @Test
  void aHandOverThatDoesNotEndIsOverdueWithWhatIsMissing() {
    watch.observe(List.of(progress(0, 0, false)));
    clock.advance(14_000);
    watch.observe(List.of(progress(2, 0, false)));
    assertThat(watch.overdue()).isEmpty();

    clock.advance(2_000);
    watch.observe(List.of(progress(2, 1, false)));

    assertThat(watch.overdue())
        .containsExactly(
            new HandOverWatch.Overdue(EDGE, 1, 16_000, "1 of 2 routers have switched"));
  }

  @Test
  void aCompleteOneIsNot() {
    watch.observe(List.of(progress(0, 0, false)));
    clock.advance(1_000);
    watch.observe(List.of(progress(2, 2, true)));
    clock.advance(60_000);

    assertThat(watch.overdue()).isEmpty();
  }

  @Test
  void anEdgeThatIsGoneIsForgotten() {
    watch.observe(List.of(progress(0, 0, false)));
    clock.advance(60_000);
    watch.observe(List.of());

    assertThat(watch.overdue()).isEmpty();
  }

  private static EdgeProgress progress(int prepared, int active, boolean complete) {
    EdgeState state = HandOver.publish(EdgeState.unknown(EDGE, 3), 3, new int[HashSlot.COUNT]);
    return new EdgeProgress(
        state, true, 2, 2, prepared, active, 3, complete ? 3 : 0, List.of(), complete, complete);
  }
}
