package io.amoeba.streaming.checks.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.amoeba.embedded.cassandra.AgentJars;
import io.amoeba.embedded.disk.PoweredDisks;
import io.amoeba.streaming.checks.scenario.Fault.Action;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes lose power in the middle of a join, and with it what they have not forced to their disks:
 * data, commit log, and what the agent keeps. They sync the commit log before they acknowledge.
 */
@Tag("long")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class PowerLossClusterIT {
  /** With three racks this node, in the joining node's rack, alone loses ranges. */
  private static final int SENDER = 1;

  private static final int JOINING_NODE = 4;
  private static final int MEBIBYTES = 2_048;

  /** Emptied after each test, but for the logs of a failed one. */
  private static final Path FOLDER = Path.of("target", "clusters");

  /** Ranges of the first step are handed over by then. */
  private static final JoinPoint SECOND_STEP = new JoinPoint(2, "STREAMING");

  @TempDir private Path parent = Path.of("");

  @Test
  void aJoiningNodeThatLosesPowerContinuesAndNoWriteIsLost() throws Exception {
    noWriteIsLost(
        "joining node loses power", new Fault(Action.LOSE_POWER, JOINING_NODE, SECOND_STEP));
  }

  @Test
  void aMemberLosesPowerThatHasHandedRangesOverAndNoWriteIsLost() throws Exception {
    noWriteIsLost("sender loses power", new Fault(Action.LOSE_POWER, SENDER, SECOND_STEP));
  }

  private void noWriteIsLost(String name, Fault... faults) throws Exception {
    Optional<PoweredDisks> mounted = PoweredDisks.mount(parent, JOINING_NODE, MEBIBYTES);
    assumeThat(mounted).as("only root can mount a disk").isPresent();
    try (PoweredDisks disks = mounted.orElseThrow()) {
      Scenario scenario = Scenario.of(name, faults);
      ScenarioResult result =
          new ScenarioRun(
                  scenario,
                  AgentJars.incrementalStreaming(),
                  Operations.optionsOfThePace(),
                  Optional.of(disks))
              .run(FOLDER);

      System.out.println(CrashMatrix.header());
      System.out.println(CrashMatrix.row(scenario, result));
      assertThat(result.isClean()).as(result.describe()).isTrue();
    }
  }
}
