package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.streaming.checks.scenario.Fault.Action;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The one scenario that every build runs; {@link CrashMatrixClusterIT} runs all of them. */
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class IncrementalJoinClusterIT {
  private static final int JOINING_NODE = 4;

  /** Emptied after each test, but for the logs of a failed one. */
  private static final Path FOLDER = Path.of("target", "clusters");

  @Test
  void killedJoiningNodeContinuesStepByStepServesReadsMeanwhileAndNoWriteIsLost() throws Exception {
    Scenario scenario =
        Scenario.of(
            "joining node killed",
            new Fault(Action.KILL, JOINING_NODE, new JoinPoint(2, "STREAMING")));

    ScenarioResult result =
        new ScenarioRun(scenario, AgentJars.incrementalStreaming(), Operations.optionsOfThePace())
            .run(FOLDER);

    System.out.println(CrashMatrix.header());
    System.out.println(CrashMatrix.row(scenario, result));
    assertThat(result.isClean()).as(result.describe()).isTrue();
    assertThat(result.steps()).isEqualTo(4);
    assertThat(result.readsWhileJoining()).isPositive();
  }
}
