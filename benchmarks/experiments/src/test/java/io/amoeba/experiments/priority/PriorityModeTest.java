package io.amoeba.experiments.priority;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.ModeResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PriorityModeTest {
  private static PriorityMode mode(String name) {
    return PriorityMode.of(name).orElseThrow();
  }

  @Test
  void aModeOfOneLeverHasNoOther() {
    assertThat(mode("nice-only").settings())
        .containsEntry("OwnThreads", true)
        .containsEntry("TaskOrder", false)
        .containsEntry("LowLimit", "1024");
    assertThat(mode("semaphore-1").settings()).containsEntry("InlineLocal", "off");
    assertThat(mode("limit-4").settings())
        .containsEntry("OwnThreads", false)
        .containsEntry("LowLimit", "4");
    assertThat(mode("queue-only").settings())
        .containsEntry("TaskOrder", true)
        .containsEntry("OwnThreads", false);
  }

  @Test
  void thePapersSemaphoreIsWithAndWithoutNice() {
    assertThat(mode("semaphore-2").semaphore()).isEqualTo(2);
    assertThat(mode("semaphore-2").settings()).containsEntry("OwnThreads", false);
    assertThat(mode("semaphore-2-nice").semaphore()).isEqualTo(2);
    assertThat(mode("semaphore-2-nice").settings()).containsEntry("OwnThreads", true);
    assertThat(mode("full").semaphore()).isZero();
  }

  @Test
  void theProductIsVariedByOneSetting() {
    assertThat(mode("full-activation-2").settings()).containsEntry("Activation", 2);
    assertThat(mode("full-target-1000").settings()).containsEntry("HopWaitTargetMicros", 1_000L);
    assertThat(mode("full").settings())
        .containsEntry("LowLimit", "auto")
        .containsEntry("Enabled", true);
  }

  @Test
  void baselinesRunWithoutTheAgentAndWithoutMarks() {
    assertThat(List.of(PriorityMode.ALONE, PriorityMode.STOCK))
        .allSatisfy(
            mode -> {
              assertThat(mode.settings()).containsEntry("Enabled", false);
              assertThat(mode.named("high")).isEmpty();
            });
    assertThat(PriorityMode.ALONE.withLow()).isFalse();
  }

  @Test
  void requestsNameWhatTheModeSays() {
    assertThat(mode("full").named("low")).isEqualTo("low");
    assertThat(mode("marked").named("low")).isEqualTo("normal");
    assertThat(mode("unmarked").named("low")).isEmpty();
  }

  /** As where clients mark what is urgent, and nobody marks batch jobs. */
  @Test
  void normalRequestsAreLimitedInOneModeAndServedByDefaultsInTheOther() {
    assertThat(List.of(mode("normal-limit"), mode("high-only")))
        .allSatisfy(
            mode -> {
              assertThat(mode.named("high")).isEqualTo("high");
              assertThat(mode.named("low")).isEmpty();
              assertThat(mode.withLow()).isTrue();
              assertThat(mode.marking().hasHigh()).isTrue();
            });
    assertThat(mode("normal-limit").settings()).containsEntry("NormalLimit", "auto");
    Map<String, Object> others = new HashMap<>(mode("normal-limit").settings());
    others.put("NormalLimit", "off");
    assertThat(mode("high-only").settings()).isEqualTo(others).isEqualTo(mode("full").settings());
    assertThat(mode("marked").marking().hasHigh()).isFalse();
  }

  @Test
  void unknownModesAreRefused() {
    assertThat(List.of("fast", "limit-0", "limit-1001", "limit-4-nice", "full-target-49", "full-2"))
        .allSatisfy(name -> assertThat(PriorityMode.of(name)).as(name).isEmpty());
  }

  @Test
  void baselinesAreMeasuredOnceWhateverIsAskedFor() {
    assertThat(PriorityMode.withBaselines(List.of(mode("full"), mode("stock"))))
        .containsExactly(PriorityMode.ALONE, PriorityMode.STOCK, mode("full"));
  }

  @Test
  void eachModeComesOnceInEveryRoundAndFirstInOne() {
    List<PriorityMode> modes = PriorityMode.withBaselines(PriorityMode.USUAL);

    List<List<PriorityMode>> rounds =
        IntStream.rangeClosed(1, modes.size())
            .mapToObj(round -> ModeResult.modesOfRound(round, modes))
            .toList();

    assertThat(rounds.get(0)).isEqualTo(modes);
    assertThat(rounds).allSatisfy(round -> assertThat(round).hasSameElementsAs(modes));
    assertThat(rounds.stream().map(round -> round.get(0))).isEqualTo(modes);
    assertThat(ModeResult.modesOfRound(modes.size() + 1, modes)).isEqualTo(modes);
  }
}
