package io.amoeba.coordinator.execute.rescale;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.execute.background.PlanWork.End;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.RescaleWay;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  private final RescaleControl control = new RescaleControl();
  private Optional<OpenRescale> open = Optional.empty();
  private SimulatedFlink flink = new SimulatedFlink(1, 3, false);

  private JobRescaler rescaler() {
    RescaleJournal journal =
        new RescaleJournal() {
          @Override
          public Optional<OpenRescale> open() {
            return open;
          }

          @Override
          public void write(OpenRescale rescale) {
            open = Optional.of(rescale);
          }

          @Override
          public void end() {
            open = Optional.empty();
          }
        };
    return new JobRescaler(flink, journal, () -> "id", Duration.ofSeconds(20), flink);
  }

  @Test
  void theSameJobHasMoreSubtasks() {
    RescaleReport report = rescaler().begin(ACTION, control);

    assertThat(report.end()).isEqualTo(End.COMPLETED);
    assertThat(report.job()).contains(SimulatedFlink.FIRST);
    assertThat(flink.parallelism(SimulatedFlink.FIRST)).isEqualTo(3);
    assertThat(open).isEmpty();
  }

  @Test
  void withoutTaskSlotsItIsTakenBack() {
    flink = new SimulatedFlink(1, 2, false);

    RescaleReport report = rescaler().begin(ACTION, control);

    assertThat(report.end()).isEqualTo(End.FAILED);
    assertThat(report.reason())
        .isEqualTo("not all of 3 subtasks ran within 20 s; are there task slots for them?");
    assertThat(flink.history()).containsExactly("require 3", "require 2");
    assertThat(open).isEmpty();
  }

  @Test
  void aPersonTakesItBack() {
    flink = new SimulatedFlink(1, 2, false);
    OpenRescale begun = OpenRescale.inPlace(ACTION, List.of("toll"));
    control.abort();

    RescaleReport report = rescaler().goOn(begun, control);

    assertThat(report.end()).isEqualTo(End.ABORTED);
    assertThat(flink.history()).containsExactly("require 3", "require 2");
  }

  @Test
  void aCoordinatorThatEndsLeavesItToTheNextOne() {
    flink = new SimulatedFlink(1, 2, false);
    open = Optional.of(OpenRescale.inPlace(ACTION, List.of("toll")));
    control.leave();

    RescaleReport report = rescaler().goOn(open.get(), control);

    assertThat(report.left()).contains("job 'Job' is being rescaled from 2 to 3 subtasks");
    assertThat(open).isPresent();
  }

  @Test
  void aJobThatHasEndedIsLeftAlone() {
    OpenRescale begun = OpenRescale.inPlace(ACTION, List.of("toll"));
    flink.personCancels();

    RescaleReport report = rescaler().goOn(begun, control);

    assertThat(report.end()).isEqualTo(End.FAILED);
    assertThat(report.reason()).isEqualTo("the job has ended meanwhile");
  }

  @Test
  void aJobOfOtherRequirementsIsNotTouched() {
    flink.require(SimulatedFlink.FIRST, List.of("toll"), 5);

    RescaleReport report = rescaler().begin(ACTION, control);

    assertThat(report.end()).isEqualTo(End.FAILED);
    assertThat(report.reason()).contains("nothing was changed", "required to have 2 subtasks");
  }
}
