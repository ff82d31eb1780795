package io.amoeba.coordinator.knowledge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlanStateTest {

  @ParameterizedTest
  @CsvSource({
    "PROPOSED, APPROVED REJECTED STALE",
    "APPROVED, EXECUTING STALE ABORTED",
    "EXECUTING, ABORTING COMPLETED FAILED",
    "ABORTING, COMPLETED ABORTED FAILED",
    "COMPLETED, ''",
    "REJECTED, ''",
    "STALE, ''",
    "ABORTED, ''",
    "FAILED, ''",
  })
  void transitionsAreTheDocumentedOnes(PlanState from, String to) {
    assertThat(Stream.of(PlanState.values()).filter(from::mayBecome).map(PlanState::name))
        .containsExactlyInAnyOrder(to.isEmpty() ? new String[0] : to.split(" "));
  }

  @Test
  void aPlanCannotLeaveAnEnd() {
    PlanRecord plan =
        PlanRecord.proposed("plan-1", "coordinator", Plans.proposal("t", 0, 5, "Toll"), at(1))
            .to(new PlanEvent(at(2), PlanState.REJECTED, "alice", "not now"));

    assertThatThrownBy(
            () -> plan.to(new PlanEvent(at(3), PlanState.APPROVED, "bob", "changed my mind")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("plan-1 is rejected and cannot become approved");
  }

  private static Instant at(long second) {
    return Instant.ofEpochSecond(second);
  }
}
