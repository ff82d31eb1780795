package io.amoeba.experiments.priority;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Listed;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.OutputArguments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** High requests beside low ones. Its options are immutable after parsing. */
@Command(name = PriorityCommand.NAME)
public final class PriorityCommand extends ExperimentCommand {
  static final String NAME = "priority";

  private static final String AGENT_JAR = "request-priority-agent.jar";
  private static final int MOST_REQUESTS = 1_000;

  private final int cpus;
  private final Path distribution;

  @Option(names = "--nodes", paramLabel = "1|3")
  @OneOf({"1", "3"})
  private int nodes = 1;

  @Option(names = "--modes", paramLabel = "MODE[,MODE…]", converter = ModeNames.class)
  private Listed<PriorityMode> modes = new Listed<>(PriorityMode.USUAL);

  @Option(names = "--low", paramLabel = "N")
  @Within(least = "1", most = "1000")
  private int low = 31;

  @Option(names = "--high", paramLabel = "N", split = ",")
  private @Nullable List<String> high;

  @Option(names = "--high-rate", paramLabel = "closed|N/s[,…]", converter = Rates.class)
  private Listed<HighLoad> highRates = new Listed<>(List.of(Rates.CLOSED, HighLoad.perSecond(200)));

  @Option(names = "--reads", paramLabel = "PART")
  @Within(least = "0", most = "1")
  private double reads = 0.5;

  @Option(names = "--rounds", paramLabel = "N")
  @Within(least = "1", most = "100")
  private int rounds = 8;

  @Option(names = "--phase", paramLabel = "TIME", converter = Times.class)
  @Within(least = "1s", most = "10m")
  private Duration phase = Duration.ofSeconds(20);

  @Option(names = "--warm-up", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0s", most = "30m")
  private Duration warmUp = Duration.ofMinutes(2);

  @Option(names = "--nice", paramLabel = "N")
  @Within(least = "0", most = "19")
  private int nice = 10;

  @Option(names = "--node-cpus", paramLabel = "N")
  private int nodeCpus;

  @Option(names = "--stage-threads", paramLabel = "N")
  @Within(least = "0", most = "128")
  private int stageThreads;

  @Option(names = "--disk-latency", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0s", most = "1s")
  private Duration diskLatency = Duration.ZERO;

  @Mixin private OutputArguments outputs = new OutputArguments();

  public PriorityCommand() {
    this(Lab.cpus(), Lab.distribution());
  }

  /** For a machine with so many CPUs, and a distribution with the agent. */
  public PriorityCommand(int cpus, Path distribution) {
    this.cpus = cpus;
    this.distribution = distribution;
    this.nodeCpus = CpuSplit.usual(cpus);
  }

  private static final class ModeNames extends Listed.Converter<PriorityMode> {
    ModeNames() {
      super(PriorityMode.NAMES);
    }

    @Override
    protected Optional<PriorityMode> of(String name) {
      return PriorityMode.of(name);
    }
  }

  private static final class Rates extends Listed.Converter<HighLoad> {
    /** Stands for the numbers of {@code --high}. */
    private static final HighLoad CLOSED = HighLoad.inFlight(0);

    private static final Pattern RATE = Pattern.compile("([1-9]\\d{0,4})/s");

    Rates() {
      super("closed, and rates from 1/s to 99999/s");
    }

    @Override
    protected Optional<HighLoad> of(String name) {
      Matcher rate = RATE.matcher(name);
      return name.equals("closed")
          ? Optional.of(CLOSED)
          : rate.matches()
              ? Optional.of(HighLoad.perSecond(Integer.parseInt(rate.group(1))))
              : Optional.empty();
    }
  }

  @Override
  protected PriorityExperiment experiment(GivenOptions given) {
    return new PriorityExperiment(options(given));
  }

  PriorityOptions options(GivenOptions given) {
    given.requireWithin("--node-cpus", nodeCpus, 0, Math.max(0, cpus - 1));
    Path agent = distribution.resolve("cassandra-lib").resolve(AGENT_JAR);
    if (!Files.isRegularFile(agent)) {
      given.problem("There is no %s: build it with `mvn package`".formatted(agent));
    }
    if (!diskLatency.isZero() && reads == 0) {
      given.problem("--disk-latency is set, but --reads is 0: no request would wait for a disk");
    }
    return new PriorityOptions(
        nodes,
        PriorityMode.withBaselines(modes.values()),
        low,
        loads(given),
        reads,
        rounds,
        phase,
        warmUp,
        nice,
        nodeCpus,
        stageThreads,
        diskLatency,
        agent,
        outputs.outputs(given, NAME));
  }

  private List<HighLoad> loads(GivenOptions given) {
    List<HighLoad> loads = new ArrayList<>();
    if (high != null && !highRates.values().contains(Rates.CLOSED)) {
      given.problem("--high is set, but --high-rate has no 'closed': omit one of them");
    }
    for (HighLoad rate : highRates.values()) {
      if (rate.equals(Rates.CLOSED)) {
        integers(given, "--high", high == null ? List.of("1") : high, 1, MOST_REQUESTS)
            .forEach(requests -> loads.add(HighLoad.inFlight(requests)));
      } else {
        loads.add(rate);
      }
    }
    return List.copyOf(loads);
  }
}
