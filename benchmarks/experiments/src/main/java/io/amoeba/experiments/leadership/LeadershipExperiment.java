package io.amoeba.experiments.leadership;

import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ModeResult;
import io.amoeba.experiments.leadership.LeadershipMode.Setup;
import io.amoeba.experiments.loops.WorkCycle;
import io.amoeba.experiments.usage.MachineWatch;
import io.amoeba.linearroad.cli.LinearRoadCommand;
import io.amoeba.report.ExperimentReport;
import io.amoeba.report.Outputs;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Modes alternate on the same warm servers: each round has one cycle of every mode. Confined to one
 * thread.
 */
record LeadershipExperiment(LeadershipOptions options) implements Experiment {
  private static final int SECONDS_TO_FILL_A_GIBIBYTE = 60;

  @Override
  public String expected() {
    long fill =
        (long) options.setups().size() * options.mebibytes() * SECONDS_TO_FILL_A_GIBIBYTE / 1_024;
    long seconds =
        options.rounds()
                * options.modes().size()
                * options.cycle().plus(options.warmUp()).toSeconds()
            + fill;
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
    Map<Setup, MeasuredGroup> measured = new EnumMap<>(Setup.class);
    try (MachineWatch machine = MachineWatch.start(Optional.empty(), Duration.ofSeconds(1))) {
      for (Setup setup : options.setups()) {
        progress.accept("Starting %s, %d MiB".formatted(options.servers(), options.mebibytes()));
        measured.put(setup, MeasuredGroup.start(options, setup));
      }
      return rounds(measured, machine, progress);
    } finally {
      measured.values().forEach(MeasuredGroup::close);
    }
  }

  private ExperimentReport rounds(
      Map<Setup, MeasuredGroup> measured, MachineWatch machine, Consumer<String> progress)
      throws IOException, InterruptedException {
    String server = measured.values().iterator().next().version();
    List<Cycle> cycles =
        ModeResult.alternate(
            options.rounds(),
            options.modes(),
            (number, round, mode) -> {
              MeasuredGroup group = measured.get(mode.setup());
              if (group == null) {
                throw new IllegalStateException("there are no servers for " + mode);
              }
              Cycle cycle = group.cycle(round, mode, machine, progress);
              tell(number, cycle, progress);
              return cycle;
            },
            soFar -> options.outputs().write(report(server, soFar)));
    return report(server, cycles);
  }

  private LeadershipReport report(String server, List<Cycle> cycles) {
    return new LeadershipReport(options, server, WorkCycle.results(cycles, LeadershipMode.STOCK));
  }

  private void tell(int number, Cycle cycle, Consumer<String> progress) {
    progress.accept(
        String.format(
            Locale.ROOT,
            "[%d/%d] %s, round %d, %s: %,.0f/s, during the work %,.0f/s, %.1f s of work, %.0f writes lost",
            number,
            options.rounds() * options.modes().size(),
            cycle.load(),
            cycle.round(),
            cycle.mode(),
            cycle.get("steadyPerSecond"),
            cycle.get("duringPerSecond"),
            cycle.get("workSeconds"),
            cycle.get("lostWrites")));
  }
}
