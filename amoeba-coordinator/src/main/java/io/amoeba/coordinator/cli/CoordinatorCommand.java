package io.amoeba.coordinator.cli;

import io.amoeba.coordinator.CoordinatorService;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "Configuration, YAML; docs/configuration.md explains it.")
  private Path config = Path.of("");

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description = "Listen on this port instead of http.port; 0 takes any free one.")
  private @Nullable Integer httpPort;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws InterruptedException {
    CoordinatorConfig settings = ConfigReader.read(config);
    if (httpPort != null) {
      settings = settings.withHttpPort(httpPort);
    }
    CoordinatorService service = new CoordinatorService(settings, Clock.systemUTC());
    CountDownLatch ended = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    try {
      service.start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(ended, closed), "amoeba-end"));
      spec.commandLine().getOut().println("Amoeba coordinator: " + service.address());
      spec.commandLine().getOut().flush();
      ended.await();
    } finally {
      service.close();
      closed.countDown();
    }
    return ExitCode.OK;
  }

  /** Runs in the shutdown hook: the process lives on until the service is closed. */
  private static void end(CountDownLatch ended, CountDownLatch closed) {
    ended.countDown();
    try {
      closed.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
