package io.amoeba.streaming.protocol.join;

import io.amoeba.streaming.protocol.join.JoinProgress.DataSize;
import io.amoeba.streaming.protocol.join.JoinProgress.Streamed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.IntStream;

/** Puts a driver's state into words. */
record JoinProgressBuilder(
    JoinRecord join,
    RollCall roll,
    List<StepRun> steps,
    DataSize stepsDone,
    long settlingEpoch,
    boolean paused) {

  static JoinProgress still(JoinRecord join, JoinPhase phase, DataSize stepsDone, String reason) {
    return progress(join, phase, List.of(), stepsDone, List.of(), reason, false);
  }

  /**
   * Of this tick.
   *
   * @param otherChange of the topology, which the join waits for
   * @param truncation what is done about truncated tables, while no step continues
   */
  JoinProgress make(Optional<String> otherChange, Optional<String> truncation) {
    if (otherChange.isPresent()) {
      return progress(
          join,
          JoinPhase.OTHER_CHANGE,
          List.of(),
          stepsDone,
          List.of(),
          "waits for " + otherChange.get(),
          paused);
    }
    List<String> missing =
        new ArrayList<>(settlingEpoch == 0 ? List.of() : roll.missing(settlingEpoch));
    if (steps.isEmpty()) {
      boolean settling = join.remainingSteps().isEmpty();
      return progress(
          join,
          settling ? JoinPhase.SETTLING : JoinPhase.PAUSED,
          List.of(),
          stepsDone,
          missing,
          settling
              ? "waits until no coordinator uses the old replicas any more"
              : "paused by the operator",
          paused);
    }
    StepRun step = steps.get(0);
    step.missing(roll).stream().filter(member -> !missing.contains(member)).forEach(missing::add);
    boolean stands = paused && step.phase() == JoinPhase.STREAMING && step.senders().isEmpty();
    return progress(
        join,
        stands ? JoinPhase.PAUSED : step.phase(),
        steps,
        stepsDone,
        missing,
        stands ? "paused by the operator" : truncation.orElse(step.reason(roll)),
        paused);
  }

  private static JoinProgress progress(
      JoinRecord join,
      JoinPhase phase,
      List<StepRun> announced,
      DataSize stepsDone,
      List<String> missing,
      String reason,
      boolean paused) {
    StepRun step = announced.isEmpty() ? null : announced.get(0);
    int steps = join.steps().size();
    int number = Math.min(steps - join.remainingSteps().size() + 1, steps);
    return new JoinProgress(
        phase,
        join.epoch(),
        number,
        steps,
        join.done().size(),
        join.steps().stream().mapToInt(SortedSet::size).sum(),
        step == null ? List.of() : step.senders(),
        step == null ? 0 : step.bytesDone(),
        step == null ? 0 : step.bytesTotal(),
        new Streamed(
            stepsDone.bytes() + announced.stream().mapToLong(StepRun::bytesDone).sum(),
            stepsDone,
            announced.stream().map(StepRun::measured).reduce(DataSize.NONE, DataSize::plus)),
        IntStream.range(1, announced.size())
            .filter(next -> announced.get(next).begun())
            .mapToObj(next -> ahead(number + next, announced.get(next)))
            .findFirst(),
        missing,
        reason,
        paused);
  }

  private static JoinProgress.Ahead ahead(int number, StepRun step) {
    return new JoinProgress.Ahead(
        number, step.phase(), step.senders(), step.bytesDone(), step.bytesTotal());
  }
}
