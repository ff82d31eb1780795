package io.amoeba.coordinator.changes.parallelism;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.changes.parallelism.OpenRescale.End;
import io.amoeba.coordinator.operations.OperationDriver;
import io.amoeba.coordinator.operations.OperationDriver.Outcome;
import io.amoeba.coordinator.operations.OperationDriver.Result;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class InPlaceRescalerTest {

  private static final RescaleJob ACTION =
      new RescaleJob(
          SimulatedFlink.FIRST,
          SimulatedFlink.NAME,
          RescaleWay.IN_PLACE,
          2,
          3,
          List.of("c"),
          List.of());

  private SimulatedFlink flink = new SimulatedFlink(1, 3, false);
  private OperationDriver<OpenRescale> driver = driver();

  private OperationDriver<OpenRescale> driver() {
    return new OperationDriver<>(
        new RescaleOperation(flink, () -> "id", Duration.ofSeconds(20), flink));
  }

  private void withoutTaskSlots() {
    flink = new SimulatedFlink(1, 2, false);
    driver = driver();
  }

  private static OpenRescale begun() {
    return OpenRescale.planned(ACTION).inPlace(List.of("toll"));
  }

  private Result<OpenRescale> begin() {
    return driver.begin(OpenRescale.planned(ACTION));
  }

  @Test
  void theSameJobHasMoreSubtasks() {
    Result<OpenRescale> report = begin();

    assertThat(report.outcome()).isEqualTo(Outcome.DONE);
    assertThat(report.state().end().job()).isEqualTo(SimulatedFlink.FIRST);
    assertThat(flink.parallelism(SimulatedFlink.FIRST)).isEqualTo(3);
    assertThat(driver.open()).isEmpty();
  }

  @Test
  void withoutTaskSlotsItIsTakenBack() {
    withoutTaskSlots();

    Result<OpenRescale> report = begin();

    assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.text())
        .isEqualTo("not all of 3 subtasks ran within 20 s; are there task slots for them?");
    assertThat(flink.history()).containsExactly("require 3", "require 2");
    assertThat(driver.open()).isEmpty();
  }

  @Test
  void aPersonTakesItBack() {
    withoutTaskSlots();
    driver.leave(begun());

    Result<OpenRescale> report = driver.undo();

    assertThat(report.outcome()).isEqualTo(Outcome.DONE);
    assertThat(report.state().end()).isEqualTo(new End("", "it has 2 subtasks, as before"));
    assertThat(flink.history()).containsExactly("require 3", "require 2");
  }

  @Test
  void aCoordinatorThatEndsLeavesItToTheNextOne() {
    withoutTaskSlots();
    driver.leave(begun());
    driver.stop();

    Result<OpenRescale> report = driver.goOn();

    assertThat(report.outcome()).isEqualTo(Outcome.LEFT);
    assertThat(driver.open().orElseThrow().text())
        .isEqualTo("job 'Job' is being rescaled from 2 to 3 subtasks");
  }

  @Test
  void aJobThatHasEndedIsLeftAlone() {
    driver.leave(begun());
    flink.personCancels();

    Result<OpenRescale> report = driver.goOn();

    assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.text()).isEqualTo("the job has ended meanwhile");
  }

  @Test
  void aJobOfOtherRequirementsIsNotTouched() {
    flink.require(SimulatedFlink.FIRST, List.of("toll"), 5);

    Result<OpenRescale> report = begin();

    assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.text()).contains("nothing was changed", "required to have 2 subtasks");
  }
}
