package io.amoeba.experiments.freshreads;

import io.amoeba.report.Outputs;
import java.time.Duration;
import java.util.List;

/**
 * The checked options. Immutable.
 *
 * @param modes with the baselines
 * @param rounds in each of which every mode is measured once in each scenario
 * @param phase length of a measurement
 * @param step length of each load of a scenario that changes it
 * @param warmUp of the paper's controller in each scenario without changes
 * @param think mean time of a client between an answer and its next request
 * @param bound largest staleness that clients accept
 * @param fields of a record
 * @param inContainers otherwise servers are processes
 * @param cpus of each container
 */
record FreshReadsOptions(
    List<Scenario> scenarios,
    List<ReadMode> modes,
    int rounds,
    Duration phase,
    Duration step,
    Duration warmUp,
    Duration think,
    Duration bound,
    int fields,
    boolean inContainers,
    double cpus,
    Outputs outputs) {
  /** Answers right after the change of the mode belong to no measurement: a tenth of one. */
  private static final int SETTLING_PART = 10;

  /** Only the paper's controller needs long. */
  private static final int OTHERS_WARM_UP_PART = 10;

  Duration settling() {
    return phase.dividedBy(SETTLING_PART);
  }

  Duration warmUp(ReadMode mode) {
    return mode.equals(ReadMode.PAPER) ? warmUp : warmUp.dividedBy(OTHERS_WARM_UP_PART);
  }

  boolean hasFaults() {
    return scenarios.stream().anyMatch(scenario -> scenario.fault() != Scenario.Fault.NONE);
  }

  /** How often traffic starts. */
  int runs() {
    return rounds * scenarios.size() * modes.size();
  }

  Duration traffic() {
    Duration all = Duration.ZERO;
    for (Scenario scenario : scenarios) {
      for (ReadMode mode : modes) {
        all =
            scenario.changes()
                ? all.plus(step.multipliedBy((long) rounds * scenario.loads().size()))
                : all.plus(warmUp(mode)).plus(phase.plus(settling()).multipliedBy(rounds));
      }
    }
    return all;
  }
}
