package io.amoeba.coordinator.cli;

import io.amoeba.coordinator.CheckUp;
import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.LeasedCoordinator;
import io.amoeba.coordinator.RunningCoordinator;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Finding;
import java.nio.file.Path;
import java.time.Clock;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the coordinator until the process is asked to end. */
@Command(
    name = "coordinator",
    mixinStandardHelpOptions = true,
    description = "Runs the coordinator until it is interrupted.",
    footer = {
      "",
      "Examples:",
      "  amoeba coordinator --config coordinator.yaml",
      "  amoeba coordinator --config coordinator.yaml --http-port 0   any free port"
    })
public final class CoordinatorCommand implements AmoebaSubcommand, Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(CoordinatorCommand.class);

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Configuration, YAML; docs/configuration.md explains it.")
  private Path config = Path.of("");

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description = "Listen on this port instead of http.port; 0: any free port.")
  private @Nullable Integer httpPort;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    CoordinatorConfig settings =
        ConfigReader.read(
            config, httpPort == null ? OptionalInt.empty() : OptionalInt.of(httpPort));
    for (Finding warning : CheckUp.warnings(settings)) {
      LOG.warn("{}: {}", warning.code(), warning.message());
    }
    RunningCoordinator coordinator = coordinator(settings);
    try {
      coordinator.start();
      // The process lives on until the coordinator is closed.
      Runtime.getRuntime().addShutdownHook(new Thread(coordinator::close, "amoeba-end"));
      spec.commandLine().getOut().println("Amoeba coordinator: " + coordinator.address());
      spec.commandLine().getOut().flush();
      coordinator.awaitEnd();
    } catch (RuntimeException e) {
      coordinator.close();
      throw e;
    }
    return ExitCode.OK;
  }

  private static RunningCoordinator coordinator(CoordinatorConfig settings) {
    Clock clock = Clock.systemUTC();
    return settings
        .lease()
        .<RunningCoordinator>map(lease -> new LeasedCoordinator(settings, lease, clock))
        .orElseGet(() -> new CoordinatorService(settings, clock));
  }
}
