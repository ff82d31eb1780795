package io.amoeba.experiments.freshreads;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Listed;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.OutputArguments;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Reads of a primary and its replicas. Its options are immutable after parsing. */
@Command(name = FreshReadsCommand.NAME)
public final class FreshReadsCommand extends ExperimentCommand {
  static final String NAME = "fresh-reads";

  private static final List<String> CLIENTS = List.of("10", "180");
  private static final String CONTAINER = "container";
  private static final String PROCESS = "process";

  private static final int FIELDS = 30_000;

  /** As YCSB's records: what a server does for a request costs less than the request's way. */
  private static final int COLOCATED_FIELDS = 10;

  @Option(names = "--scenarios", paramLabel = "NAME[,NAME…]", converter = ScenarioNames.class)
  private Listed<String> scenarios = new Listed<>(List.of(Scenario.B, Scenario.A));

  @Option(names = "--modes", paramLabel = "MODE[,MODE…]", converter = ModeNames.class)
  private Listed<ReadMode> modes = new Listed<>(ReadMode.ALL);

  @Option(names = "--clients", paramLabel = "N[,N…]", split = ",")
  private @Nullable List<String> clients;

  @Option(names = "--rounds", paramLabel = "N")
  @Within(least = "1", most = "100")
  private int rounds = 6;

  @Option(names = "--phase", paramLabel = "TIME", converter = Times.class)
  @Within(least = "1s", most = "10m")
  private Duration phase = Duration.ofSeconds(20);

  @Option(names = "--step", paramLabel = "TIME", converter = Times.class)
  @Within(least = "4s", most = "30m")
  private Duration step = Duration.ofMinutes(3);

  @Option(names = "--warm-up", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0s", most = "30m")
  private Duration warmUp = Duration.ofSeconds(100);

  @Option(names = "--think", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0ms", most = "1s")
  private Duration think = Duration.ofMillis(10);

  @Option(names = "--bound", paramLabel = "TIME", converter = Times.class)
  @Within(least = "10ms", most = "10m")
  private Duration bound = Duration.ofSeconds(1);

  @Option(names = "--fields", paramLabel = "N")
  @Within(least = "1", most = "50000")
  private @Nullable Integer fields;

  @Option(names = "--servers", paramLabel = CONTAINER + "|" + PROCESS)
  @OneOf({CONTAINER, PROCESS})
  private String servers = CONTAINER;

  @Option(names = "--server-cpus", paramLabel = "N")
  @Within(least = "0.2", most = "1")
  private double cpus = 0.3;

  @Mixin private OutputArguments outputs = new OutputArguments();

  private static final class ScenarioNames extends Listed.Converter<String> {
    ScenarioNames() {
      super(String.join(", ", Scenario.NAMES));
    }

    @Override
    protected Optional<String> of(String name) {
      return Scenario.known(name);
    }
  }

  private static final class ModeNames extends Listed.Converter<ReadMode> {
    ModeNames() {
      super(ReadMode.NAMES);
    }

    @Override
    protected Optional<ReadMode> of(String name) {
      return ReadMode.of(name);
    }
  }

  @Override
  protected FreshReadsExperiment experiment(GivenOptions given) {
    return new FreshReadsExperiment(options(given));
  }

  FreshReadsOptions options(GivenOptions given) {
    boolean colocated = scenarios.values().contains(Scenario.COLOCATED);
    if (colocated) {
      checkColocated(given);
    } else if (servers.equals(PROCESS)) {
      given.refuse("--servers " + PROCESS, List.of("--server-cpus"));
      if (scenarios.values().contains(Scenario.SLOW_REPLICA)) {
        given.problem(
            "--scenarios has '%s', and processes have no limit of CPU time: use --servers %s"
                .formatted(Scenario.SLOW_REPLICA, CONTAINER));
      }
    }
    List<Integer> ascending =
        integers(given, "--clients", clients == null ? CLIENTS : clients, 1, Clients.MOST).stream()
            .distinct()
            .sorted()
            .toList();
    return new FreshReadsOptions(
        scenarios.values().stream().flatMap(name -> Scenario.of(name, ascending).stream()).toList(),
        ReadMode.withBaselines(modes.values()),
        rounds,
        phase,
        step,
        warmUp,
        colocated ? Duration.ZERO : think,
        bound,
        fields == null ? (colocated ? COLOCATED_FIELDS : FIELDS) : fields,
        servers.equals(CONTAINER) && !colocated,
        cpus,
        outputs.outputs(given, NAME));
  }

  /** Its servers, records and clients are other ones. */
  private void checkColocated(GivenOptions given) {
    if (scenarios.values().size() > 1) {
      given.problem(
          "--scenarios has '%s' beside others, and its servers and records are other ones: run it alone"
              .formatted(Scenario.COLOCATED));
    }
    given.refuse(
        "--scenarios " + Scenario.COLOCATED,
        List.of("--clients", "--think", "--step", "--server-cpus"));
    if (given.has("--servers") && servers.equals(CONTAINER)) {
      given.problem(
          "--servers is '%s', and --scenarios %s needs a primary on the host of its clients: use %s, or omit it"
              .formatted(CONTAINER, Scenario.COLOCATED, PROCESS));
    }
  }
}
