package io.amoeba.experiments.reproduction;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.coordinator.cli.AmoebaCommand;
import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.report.MachineLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** All experiments, and the page that compares them with the papers. */
@Command(
    name = "all",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs all experiments and compares their figures with every headline result of the papers.",
      "Writes into a folder: a JSON file and a page for each experiment, index.html with plots, reproduction.md."
          + " Experiments that have a result there are not run again: after an interruption, give the same"
          + " command."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba bench all --quick",
      "  amoeba bench all --only scenario-unaligned,scenario-dynamic   without containers",
      "  amoeba bench all --out results/2026-11-28-beede261 --render   pages from results, nothing is run",
      "",
      "Exit codes: 0 all ran and required claims hold, 1 failed, 2 wrong command line."
    })
public final class ReproductionCommand extends CheckedCommand {
  private final Papers papers = Papers.load();

  @Option(
      names = "--quick",
      description =
          "Smaller sizes, shorter phases, and one variant of each experiment: half an hour on two CPUs.")
  private boolean quick;

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description =
          "Where results are and go. Default: bench-all, or bench-all-quick with --quick.")
  private @Nullable Path out;

  @Option(
      names = "--only",
      paramLabel = "NAME",
      split = ",",
      description = "Run these experiments. Default: all of them.")
  private @Nullable Set<String> only;

  @Option(
      names = "--render",
      description = "Write the pages from the results in FOLDER and run nothing.")
  private boolean render;

  /** Called by picocli. */
  public ReproductionCommand() {
    super("The reproduction");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    PlannedExperiment.Size size =
        quick ? PlannedExperiment.Size.QUICK : PlannedExperiment.Size.FULL;
    Path path = out == null ? Path.of(quick ? "bench-all-quick" : "bench-all") : out;
    given.requireFolder("--out", path);
    List<PlannedExperiment> chosen = chosen(given, size);
    if (render) {
      given.refuse("--render", List.of("--quick", "--only"));
    }
    ResultFolder folder = new ResultFolder(path);
    PrintWriter terminal = spec().commandLine().getOut();
    ReproductionRun run =
        new ReproductionRun(
            papers,
            size,
            folder,
            MachineLine.text(),
            line -> {
              terminal.println(line);
              terminal.flush();
            });
    if (!render && given.problems().isEmpty()) {
      checkFolder(given, run, folder, chosen);
    }
    return () -> render ? rendered(run, path, terminal) : measured(run, folder, chosen, terminal);
  }

  private List<PlannedExperiment> chosen(GivenOptions given, PlannedExperiment.Size size) {
    List<PlannedExperiment> all =
        papers.experiments().stream().filter(experiment -> experiment.has(size)).toList();
    if (only == null) {
      return all;
    }
    List<String> names = all.stream().map(PlannedExperiment::name).toList();
    only.stream()
        .filter(name -> !names.contains(name))
        .forEach(
            name ->
                given.problem(
                    "--only is '%s': use some of %s".formatted(name, String.join(", ", names))));
    return all.stream().filter(experiment -> only.contains(experiment.name())).toList();
  }

  /** Before hours of work: what the folder holds, and what the experiments need. */
  private void checkFolder(
      GivenOptions given,
      ReproductionRun run,
      ResultFolder folder,
      List<PlannedExperiment> chosen) {
    try {
      folder.results(papers).values().stream()
          .map(ExperimentResult::machine)
          .filter(machine -> !machine.equals(MachineLine.text()))
          .distinct()
          .forEach(
              machine ->
                  given.problem(
                      "--out is '%s', which holds results of another machine (%s): name another folder"
                          .formatted(folder.path(), machine)));
      List<PlannedExperiment> open = run.open(chosen);
      if (open.stream().anyMatch(PlannedExperiment::containers)) {
        checkEngine(given);
      }
    } catch (IOException e) {
      given.problem("--out is '%s': %s".formatted(folder.path(), e.getMessage()));
    }
  }

  private void checkEngine(GivenOptions given) {
    try {
      Engine.find();
    } catch (ContainerException e) {
      String others =
          papers.experiments().stream()
              .filter(experiment -> !experiment.containers())
              .map(PlannedExperiment::name)
              .collect(Collectors.joining(","));
      given.problem(
          "%s Or run those that need no containers: --only %s".formatted(e.getMessage(), others));
    }
  }

  private static int rendered(ReproductionRun run, Path path, PrintWriter terminal)
      throws IOException {
    run.write();
    terminal.println(
        "Pages: " + path.resolve("index.html") + ", " + path.resolve("reproduction.md"));
    return ExitCode.OK;
  }

  private int measured(
      ReproductionRun run,
      ResultFolder folder,
      List<PlannedExperiment> chosen,
      PrintWriter terminal)
      throws IOException, InterruptedException {
    folder.create();
    List<String> failures = run.run(chosen, this::execute);
    failures.forEach(terminal::println);
    terminal.println("Report: " + folder.path().resolve("index.html").toAbsolutePath());
    return failures.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
  }

  /** What typing the words would run. */
  private JsonNode execute(List<String> words) throws IOException, InterruptedException {
    ParseResult parsed = AmoebaCommand.commandLine().parseArgs(words.toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    ExperimentCommand command = (ExperimentCommand) parsed.commandSpec().userObject();
    return command.experiment().run(spec().commandLine().getOut()).json();
  }
}
