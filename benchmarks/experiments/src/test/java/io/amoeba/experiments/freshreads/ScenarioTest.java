package io.amoeba.experiments.freshreads;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.experiments.ModeResult;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScenarioTest {
  private static final List<Integer> CLIENTS = List.of(10, 180);

  private static List<String> labels(String name) {
    return Scenario.of(name, CLIENTS).stream()
        .flatMap(scenario -> IntStream.range(0, scenario.loads().size()).mapToObj(scenario::label))
        .toList();
  }

  @Test
  void plainLoadsHaveEachNumberOfClients() {
    assertThat(labels("b")).containsExactly("YCSB-B, 10 clients", "YCSB-B, 180 clients");
    assertThat(labels("a")).containsExactly("YCSB-A, 10 clients", "YCSB-A, 180 clients");
  }

  @Test
  void changesAreThoseOfThePapersFigures() {
    assertThat(labels("more-reads"))
        .containsExactly("more-reads 1: YCSB-A, 180 clients", "more-reads 2: YCSB-B, 180 clients");
    assertThat(labels("fewer-clients"))
        .containsExactly(
            "fewer-clients 1: YCSB-B, 180 clients", "fewer-clients 2: YCSB-A, 10 clients");
    assertThat(labels("burst"))
        .containsExactly(
            "burst 1: YCSB-A, 10 clients",
            "burst 2: YCSB-A, 180 clients",
            "burst 3: YCSB-A, 10 clients");
  }

  @Test
  void faultsHaveOneLoad() {
    assertThat(labels("stale-replica")).containsExactly("stale-replica: YCSB-B, 180 clients");
    assertThat(Scenario.of("slow-replica", CLIENTS))
        .singleElement()
        .matches(scenario -> !scenario.isPlain() && !scenario.changes());
  }

  @Test
  void colocatedClientsAreFourThreads() {
    assertThat(labels("colocated")).containsExactly("colocated: YCSB-B, 4 clients");
    assertThat(Scenario.of("colocated", CLIENTS))
        .singleElement()
        .matches(scenario -> scenario.isColocated() && !scenario.isPlain() && !scenario.changes());
  }

  @Test
  void everyNameIsAScenario() {
    assertThat(Scenario.NAMES)
        .allSatisfy(name -> assertThat(Scenario.of(name, CLIENTS)).isNotEmpty());
  }

  @Test
  void eachModeComesFirstInTurn() {
    assertThat(ModeResult.modesOfRound(1, ReadMode.ALL)).isEqualTo(ReadMode.ALL);
    assertThat(ModeResult.modesOfRound(2, ReadMode.ALL))
        .containsExactly(
            ReadMode.REPLICAS, ReadMode.HALF, ReadMode.PAPER, ReadMode.FRESH, ReadMode.PRIMARY);
    assertThat(ModeResult.modesOfRound(6, ReadMode.ALL)).isEqualTo(ReadMode.ALL);
  }

  @Test
  void modeMayHaveManyProcesses() {
    assertThat(ReadMode.of("fresh-100").orElseThrow().processes()).isEqualTo(100);
    assertThat(ReadMode.FRESH.processes()).isOne();
    assertThat(ReadMode.of("fresh-1")).isEmpty();
    assertThat(ReadMode.of("fresh-0100")).isEmpty();
    assertThat(ReadMode.of("primary-2")).isEmpty();
  }
}
