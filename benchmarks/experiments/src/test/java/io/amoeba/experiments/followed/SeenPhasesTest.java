package io.amoeba.experiments.followed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.experiments.followed.JobCycle.Phase;
import org.junit.jupiter.api.Test;

class SeenPhasesTest {
  private final SeenPhases phases = new SeenPhases();

  @Test
  void aPhaseBeginsWhenItsNameIsFirstSeen() {
    phases.note("", 500);
    phases.note("save of 127.0.1.1:7000, CHECKING", 1_000);
    phases.note("save of 127.0.1.1:7000, LEADING_AWAY", 2_000);
    phases.note("save of 127.0.1.1:7000, FOLLOWING: Toll is not there yet", 2_500);
    phases.note("save of 127.0.1.1:7000, FOLLOWING", 2_600);
    phases.note("save of 127.0.1.1:7000, WORKING", 3_000);
    phases.note("save of 127.0.1.1:7000, REALIGNING", 7_500);

    assertThat(phases.firstOrder()).isEqualTo(2_000);
    assertThat(phases.workSeconds(9_000)).isEqualTo(4.5);
    assertThat(phases.sinceFirstOrder())
        .containsExactly(
            new Phase("LEADING_AWAY", 0),
            new Phase("FOLLOWING", 0.5),
            new Phase("WORKING", 1),
            new Phase("REALIGNING", 5.5));
  }

  @Test
  void workThatWasNotSeenHasNoLength() {
    phases.note("save of 127.0.1.1:7000, REPLICAS_WORKING", 1_000);
    assertThatThrownBy(phases::firstOrder).hasMessageContaining("REPLICAS_WORKING");

    phases.note("save of 127.0.1.1:7000, LEADING_AWAY", 2_000);
    assertThat(phases.workSeconds(9_000)).isNaN();
    phases.note("save of 127.0.1.1:7000, WORKING", 3_000);
    assertThat(phases.workSeconds(9_000)).as("until the end").isEqualTo(6);
  }
}
