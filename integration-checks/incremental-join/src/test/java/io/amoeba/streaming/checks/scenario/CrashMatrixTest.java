package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CrashMatrixTest {
  @Test
  void scenariosAreKnownByTheirNames() {
    assertThat(CrashMatrix.scenarios())
        .extracting(Scenario::name)
        .doesNotHaveDuplicates()
        .contains(
            "3 to 4 nodes, 1 racks",
            "3 to 4 nodes, 3 racks",
            "3 to 4 nodes, 3 racks, periodic commit log",
            "two joins, one after the other",
            "4 to 6 nodes, two data centres, two data folders",
            "joining node killed in PREPARING",
            "sender killed in WARMING",
            "one of three senders killed in STREAMING");
  }

  @Test
  void faultsStrikeNodesThatAreThere() {
    assertThat(CrashMatrix.scenarios())
        .allSatisfy(
            scenario ->
                assertThat(scenario.faults())
                    .allSatisfy(
                        fault ->
                            assertThat(fault.node()).isBetween(1, scenario.shape().members() + 1)));
  }
}
