package io.amoeba.experiments.hints;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HintModeTest {
  @Test
  void everyModeOfThePaperIsFoundByItsName() {
    for (HintMode mode : HintMode.ALL_OF_THE_PAPER) {
      assertThat(HintMode.of(mode.toString())).contains(mode);
    }
    assertThat(HintMode.ALL_OF_THE_PAPER)
        .extracting(HintMode::toString)
        .containsExactly("stock", "10", "20", "33", "50", "100", "pull");
  }

  @Test
  void anyOtherPercentageIsAModeAndNothingElse() {
    assertThat(HintMode.of("7")).contains(HintMode.fraction(7));
    for (String name : new String[] {"0", "101", "010", "5%", "-5", "fast", ""}) {
      assertThat(HintMode.of(name)).as(name).isEmpty();
    }
  }

  @Test
  void onlyStockNeedsNoAgent() {
    assertThat(HintMode.ALL_OF_THE_PAPER)
        .filteredOn(mode -> !mode.needsAgent())
        .containsExactly(HintMode.STOCK);
  }

  @Test
  void nodesApplyTheModesFractionAndTheFailoverTargetHasTheLongInterval() {
    assertThat(HintMode.fraction(33).agent(false, ""))
        .isEqualTo(
            "-javaagent:/opt/cassandra/lib/read-hints-agent.jar=apply-percent=33,load-shedding=off,min-batch-size=0");
    assertThat(HintMode.PULL.agent(true, ""))
        .endsWith("=apply-percent=0,load-shedding=off,interval=1000ms");
  }

  @Test
  void givenOptionsComeOnceAndInsteadOfTheExperiments() {
    assertThat(HintMode.fraction(100).agent(true, "lz4=on,interval=90ms"))
        .endsWith("=apply-percent=100,load-shedding=off,interval=90ms,lz4=on");
  }
}
