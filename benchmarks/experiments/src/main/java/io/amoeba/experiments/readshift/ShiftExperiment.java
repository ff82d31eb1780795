package io.amoeba.experiments.readshift;

import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.loops.WorkCycle;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.linearroad.cli.LinearRoadCommand;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Modes alternate on the same warm nodes: each round has one cycle of every mode. Confined to one
 * thread.
 */
record ShiftExperiment(ShiftOptions options) implements Experiment {
  private static final int SECONDS_TO_START = 120;

  @Override
  public String expected() {
    long cycles = (long) options.rounds() * options.modes().size();
    long seconds =
        cycles * options.cycle().plus(options.warmUp()).toSeconds()
            + (long) options.clusters().size() * SECONDS_TO_START;
    return "%s: %d modes, %d rounds: about %d minutes"
        .formatted(options.load(), options.modes().size(), options.rounds(), (seconds + 59) / 60);
  }

  @Override
  public Outputs outputs() {
    return options.outputs();
  }

  @Override
  public ExperimentReport measure(Consumer<String> progress)
      throws IOException, InterruptedException {
    LinearRoadCommand.keepLogsOffTheTerminal();
    Map<Boolean, MeasuredNodes> measured = new HashMap<>();
    try (MachineWatch machine = MachineWatch.start(Optional.empty(), Duration.ofSeconds(1))) {
      for (boolean withHints : options.clusters()) {
        progress.accept(
            "Starting three %s%s, %,d rows"
                .formatted(
                    options.servers(), withHints ? ", with read hints" : "", options.rows()));
        measured.put(withHints, MeasuredNodes.start(options, withHints, progress));
      }
      return rounds(measured, machine, progress);
    } finally {
      measured.values().forEach(MeasuredNodes::close);
    }
  }

  private ExperimentReport rounds(
      Map<Boolean, MeasuredNodes> measured, MachineWatch machine, Consumer<String> progress)
      throws IOException, InterruptedException {
    List<ShiftCycle> cycles =
        ModeResult.alternate(
            options.rounds(),
            options.modes(),
            (number, round, mode) -> {
              MeasuredNodes nodes = measured.get(mode.hasHints());
              if (nodes == null) {
                throw new IllegalStateException("there are no nodes for " + mode);
              }
              ShiftCycle cycle = nodes.cycle(round, mode, machine, progress);
              tell(number, cycle, progress);
              return cycle;
            },
            soFar -> options.outputs().write(report(soFar)));
    return report(cycles);
  }

  private ShiftReport report(List<ShiftCycle> cycles) {
    return new ShiftReport(options, WorkCycle.results(cycles, ShiftMode.STOCK));
  }

  private void tell(int number, ShiftCycle cycle, Consumer<String> progress) {
    progress.accept(
        String.format(
            Locale.ROOT,
            "[%d/%d] %s, round %d, %s: %,.0f/s, during the work %,.0f/s, %.1f s of work, %.1f %% of the reads at the node, %.0f writes lost",
            number,
            options.rounds() * options.modes().size(),
            cycle.load(),
            cycle.round(),
            cycle.mode(),
            cycle.get("steadyPerSecond"),
            cycle.get("duringPerSecond"),
            cycle.get("workSeconds"),
            cycle.get("readShareWorking") * 100,
            cycle.get("lostWrites")));
  }
}
