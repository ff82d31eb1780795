package io.amoeba.coordinator.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.coordinator.diagnosis.Problem.Severity;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlinkChecksTest {

  private final Patient patient = new Patient();

  @Test
  void anUnreachableFlinkIsAnErrorAndNothingElseIsSaidOfIt() {
    patient.otherFlink = Optional.of(new FlinkInspection.Unreachable("Connection refused"));

    assertThat(patient.only(Check.FLINK_REACHABLE).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.FLINK_REACHABLE).text()).contains("Connection refused");
    assertThat(patient.only(Check.FLINK_REACHABLE).remedy()).contains("security.ssl.rest.enabled");
    assertThat(patient.all(Check.FLINK_VERSION)).isEmpty();
    assertThat(patient.all(Check.HOST_MATCH)).isEmpty();
  }

  @Test
  void anUnreachableFlinkWithTlsMayNotBeTrusted() {
    patient.config = patient.config.replace("http://10.0.0.9", "https://10.0.0.9");
    patient.otherFlink = Optional.of(new FlinkInspection.Unreachable("PKIX path building failed"));

    assertThat(patient.only(Check.FLINK_REACHABLE).remedy()).contains("trust");
  }

  @ParameterizedTest
  @CsvSource({
    "1.20.5, OK",
    "2.0.0, OK",
    "2.3.0, OK",
    "1.19.1, ERROR",
    "1.14.6, ERROR",
    "3.0.0, WARNING",
    "2.4-SNAPSHOT, OK",
    "<unknown>, WARNING",
    "'', WARNING"
  })
  void versionsThatThePartitionerIsMadeForAreFine(String version, Severity severity) {
    patient.version = version;

    assertThat(patient.only(Check.FLINK_VERSION).severity()).isEqualTo(severity);
  }

  @Test
  void aNamedJobThatDoesNotRunIsAWarningAndNoJobAtAllAdvice() {
    patient.otherView = Optional.of(new StreamView.Missing("", List.of()));
    assertThat(patient.only(Check.FLINK_JOB).severity()).isEqualTo(Severity.NOTE);

    patient.config = patient.config.replace("8081'", "8081', job: Tolls");
    patient.otherView = Optional.of(new StreamView.Missing("Tolls", List.of("Other")));
    assertThat(patient.only(Check.FLINK_JOB).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.FLINK_JOB).text()).contains("[Other]");
  }

  @Test
  void severalJobsWithoutANameAreAnError() {
    patient.otherView = Optional.of(new StreamView.Ambiguous("", List.of("A (1)", "B (2)")));

    assertThat(patient.only(Check.FLINK_JOB).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.FLINK_JOB).remedy()).contains("flink.job");
  }

  @Test
  void severalJobsOfTheConfiguredNameAreNotToldToConfigureIt() {
    patient.otherView = Optional.of(new StreamView.Ambiguous("A", List.of("A (1)", "A (2)")));

    assertThat(patient.only(Check.FLINK_JOB).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.FLINK_JOB).text()).contains("named 'A'", "A (1)", "A (2)");
    assertThat(patient.only(Check.FLINK_JOB).remedy())
        .contains("Cancel")
        .doesNotContain("flink.job");
  }

  @Test
  void aJobWithoutCustomPartitionedExchangesCannotBeAligned() {
    patient.otherView =
        Optional.of(
            new StreamView.Found(
                new StreamJob("j", "Plain", "RUNNING", "2.3.0", false, List.of())));

    assertThat(patient.only(Check.FLINK_JOB).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.FLINK_JOB).remedy()).contains("AlignedRouting");
  }

  @ParameterizedTest
  @CsvSource({"2.3.0, OK", "2.2.1, OK", "2.2.0, ERROR", "1.20.5, ERROR"})
  void unalignedCheckpointsAreAnErrorWhereTheyLoseRecords(String version, Severity severity) {
    patient.version = version;
    patient.unaligned = true;

    assertThat(patient.only(Check.FLINK_CHECKPOINTS).severity()).isEqualTo(severity);
  }

  @Test
  void aMissingPartitionerIsAdviceAndAnUnknownClassPathIsNothing() {
    patient.classPath = List.of("/flink/lib/flink-dist.jar");
    assertThat(patient.only(Check.FLINK_PARTITIONER).severity()).isEqualTo(Severity.NOTE);

    patient.classPath = List.of();
    assertThat(patient.all(Check.FLINK_PARTITIONER)).isEmpty();
  }

  @Test
  void oneTaskSlotPerTaskManagerAndOneTaskManagerPerHostIsBest() {
    patient.taskManagers.set(1, new TaskManager("tm-2", "10.0.0.2", 2));
    assertThat(patient.only(Check.FLINK_TASK_SLOTS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.FLINK_TASK_SLOTS).subjects()).containsExactly("tm-2");

    patient.taskManagers.set(1, new TaskManager("tm-2", "10.0.0.1", 1));
    assertThat(patient.only(Check.FLINK_TASK_SLOTS).severity()).isEqualTo(Severity.NOTE);
    assertThat(patient.only(Check.FLINK_TASK_SLOTS).text()).contains("10.0.0.1 with tm-1");
  }

  @Test
  void withoutTaskManagersNothingRuns() {
    patient.taskManagers.clear();
    patient.otherView = Optional.of(new StreamView.Missing("", List.of()));

    assertThat(patient.only(Check.FLINK_TASK_SLOTS).severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void placesThatAreOlderThanTwoLooksAreAWarning() {
    patient.flinkSettings = Optional.of(Map.of("web.timeout", "15 s"));
    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.FLINK_STALENESS).text()).contains("3000 ms");

    patient.more = "interval: 2s\n";
    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.OK);

    patient.more = "";
    patient.refreshMillis = 500;
    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.OK);
  }

  /** Before 2.3 the page's interval is the age of places, too. */
  @Test
  void olderFlinkKnowsNoTimeOfItsOwnForPlaces() {
    patient.version = "1.20.5";
    patient.flinkSettings =
        Optional.of(
            Map.of(
                "rest.cache.execution-graph.timeout",
                "500 ms",
                "metrics.fetcher.update-interval",
                "1000",
                "web.timeout",
                "15 s"));
    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.FLINK_STALENESS).remedy())
        .startsWith("Set web.refresh-interval to 500");

    patient.refreshMillis = 500;
    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.OK);
    assertThat(patient.only(Check.FLINK_STALENESS).subjects())
        .containsExactly("web.refresh-interval");

    patient.version = "2.2.1";
    patient.refreshMillis = 3_000;
    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.WARNING);
    patient.version = "2.3.0";
    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.OK);
  }

  @Test
  void settingsThatCannotBeReadAreUnknown() {
    patient.flinkSettings = Optional.empty();

    assertThat(patient.only(Check.FLINK_STALENESS).severity()).isEqualTo(Severity.UNKNOWN);
    assertThat(patient.only(Check.FLINK_METRICS).severity()).isEqualTo(Severity.UNKNOWN);
    assertThat(patient.all(Check.FLINK_RESCALE)).as("nobody wants it").isEmpty();
  }

  @Test
  void aJobOfAnApplicationClusterCannotBeStartedAgainByRest() {
    patient.config =
        patient.config.replace(
            "plans: {file: plans.json",
            "plans: {file: plans.json, rescale: {method: savepoint, jar: pom.xml, savepoints: 'file:///s'}");
    patient.takesJars = false;

    assertThat(patient.only(Check.FLINK_RESCALE).severity()).isEqualTo(Severity.ERROR);
    assertThat(patient.only(Check.FLINK_RESCALE).text()).contains("application mode");
  }

  @Test
  void flinkMustBeAbleToRescaleTheJobInTheWayThatIsWanted() {
    assertThat(patient.all(Check.FLINK_RESCALE)).as("nobody wants it").isEmpty();

    String plans = "plans: {file: plans.json";
    String plain = patient.config;
    patient.config = plain.replace(plans, plans + ", rescale: {method: in-place}");
    assertThat(patient.only(Check.FLINK_RESCALE).severity()).isEqualTo(Severity.ERROR);
    patient.flinkSettings = Optional.of(Map.of("jobmanager.scheduler", "Adaptive"));
    assertThat(patient.only(Check.FLINK_RESCALE).severity()).isEqualTo(Severity.OK);

    patient.config =
        plain.replace(
            plans, plans + ", rescale: {method: savepoint, jar: pom.xml, savepoints: 'file:///s'}");
    assertThat(patient.only(Check.FLINK_RESCALE).severity()).isEqualTo(Severity.OK);
    patient.flinkSettings = Optional.of(Map.of("web.submit.enable", "false"));
    assertThat(patient.only(Check.FLINK_RESCALE).severity()).isEqualTo(Severity.ERROR);
  }

  @Test
  void anyWebPageMayUseFlinkUnlessItsOriginIsSet() {
    assertThat(patient.only(Check.FLINK_WEB_ORIGIN).severity()).isEqualTo(Severity.OK);

    patient.flinkSettings = Optional.of(Map.of());
    assertThat(patient.only(Check.FLINK_WEB_ORIGIN).severity()).isEqualTo(Severity.WARNING);
    assertThat(patient.only(Check.FLINK_WEB_ORIGIN).remedy())
        .contains("Set web.access-control-allow-origin to the address of Flink's own page");

    patient.flinkSettings = Optional.of(Map.of("web.access-control-allow-origin", "*"));
    assertThat(patient.only(Check.FLINK_WEB_ORIGIN).severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void oldMetricsAreAdviceAndNoneAWarning() {
    patient.flinkSettings = Optional.of(Map.of("rest.cache.execution-graph.timeout", "500"));
    assertThat(patient.all(Check.FLINK_METRICS))
        .hasSize(2)
        .allMatch(finding -> finding.severity() == Severity.NOTE);

    patient.flinkSettings =
        Optional.of(Map.of("metrics.fetcher.update-interval", "0", "web.timeout", "1000"));
    assertThat(patient.only(Check.FLINK_METRICS).severity()).isEqualTo(Severity.WARNING);
  }

  @ParameterizedTest
  @CsvSource({
    "500, 500",
    "500 ms, 500",
    "3s, 3000",
    "10 min, 600000",
    "1 h, 3600000",
    "1 d, 86400000",
    "2000000 ns, 2",
    "5000 us, 5",
    "fast, -1",
    "1 fortnight, -1"
  })
  void timesAreReadAsFlinkWritesThem(String text, long millis) {
    assertThat(FlinkDuration.millis(text).orElse(-1)).isEqualTo(millis);
  }
}
