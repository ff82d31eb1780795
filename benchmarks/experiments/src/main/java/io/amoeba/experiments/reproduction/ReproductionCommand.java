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
import java.nio.file.Files;
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
    resourceBundle = "io.amoeba.experiments.help")
public final class ReproductionCommand extends CheckedCommand {
  private final Papers papers = Papers.load();

  @Option(names = "--quick")
  private boolean quick;

  @Option(names = "--out", paramLabel = "FOLDER")
  private @Nullable Path out;

  @Option(names = "--only", paramLabel = "NAME", split = ",")
  private @Nullable Set<String> only;

  @Option(names = "--render")
  private boolean render;

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
    if (render) {
      given.refuse("--render", List.of("--quick", "--only"));
      if (!Files.exists(path) && given.problems().stream().noneMatch(p -> p.contains("--out"))) {
        given.problem(
            "--out is '%s', which does not exist: name a folder with results, or omit --render to measure them"
                .formatted(path));
      }
    } else if (given.problems().isEmpty()) {
      checkFolder(given, run, folder, chosen);
    }
    return () -> {
      List<String> failures = List.of();
      if (render) {
        run.write();
      } else {
        Files.createDirectories(path);
        failures = run.run(chosen, this::execute);
        failures.forEach(terminal::println);
      }
      terminal.println(
          "Pages: " + path.resolve("index.html") + ", " + path.resolve("reproduction.md"));
      return failures.isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
    };
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

  /** Before hours of work, checks the folder and the experiments' needs. */
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
      if (run.open(chosen).stream().anyMatch(PlannedExperiment::containers)) {
        Engine.find();
      }
    } catch (IOException e) {
      given.problem("--out is '%s': %s".formatted(folder.path(), e.getMessage()));
    } catch (ContainerException e) {
      given.problem(
          papers.experiments().stream()
              .filter(experiment -> !experiment.containers())
              .map(PlannedExperiment::name)
              .collect(
                  Collectors.joining(
                      ",", e.getMessage() + " Or run those that need no containers: --only ", "")));
    }
  }

  /** Runs the words as a command line. */
  private JsonNode execute(List<String> words) throws IOException, InterruptedException {
    ParseResult parsed = AmoebaCommand.commandLine().parseArgs(words.toArray(String[]::new));
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
    }
    ExperimentCommand command = (ExperimentCommand) parsed.commandSpec().userObject();
    return command.experiment().run(spec().commandLine().getOut()).json();
  }
}
