package io.amoeba.coordinator.changes.parallelism;

import io.amoeba.coordinator.diagnosis.Problem;
import io.amoeba.coordinator.operations.Step;
import io.amoeba.coordinator.operations.StepControl;
import java.time.Duration;

/** One way to rescale a job. Confined to one thread. */
interface Rescaler {

  /** While Flink does something. */
  Duration BETWEEN_LOOKS = Duration.ofMillis(200);

  /** It has come to an end before its time; nothing is half done any more. */
  final class Ended extends Exception {
    private static final long serialVersionUID = 1L;

    Ended(String message) {
      super(message);
    }
  }

  /** It cannot go on now; it is tried again. */
  final class Stuck extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    Stuck(Problem problem) {
      super(problem.message());
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  /**
   * Finds out what will be done, without changing anything.
   *
   * @throws JobControl.Refused if it cannot be done
   * @throws JobControl.Unreachable if that cannot be seen
   */
  OpenRescale prepare(OpenRescale planned) throws Ended;

  /**
   * Begins, or goes on with what has begun, whoever began it.
   *
   * @param begun is durable
   * @throws InterruptedException if the coordinator ends before it
   */
  Step<OpenRescale> goOn(OpenRescale begun, StepControl control) throws InterruptedException;
}
