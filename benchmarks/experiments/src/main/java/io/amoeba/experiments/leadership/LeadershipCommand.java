package io.amoeba.experiments.leadership;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.experiments.Experiment;
import io.amoeba.experiments.ExperimentCommand;
import io.amoeba.experiments.Lab;
import io.amoeba.experiments.OutputArguments;
import io.amoeba.experiments.followed.FollowedExperiment;
import io.amoeba.experiments.followed.FollowedOptions;
import io.amoeba.experiments.leadership.LeadershipMode.Setup;
import io.amoeba.experiments.readshift.ShiftArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/**
 * Background work of a Redis primary, or of Cassandra nodes. Its options are immutable after
 * parsing.
 */
@Command(name = LeadershipCommand.NAME)
public final class LeadershipCommand extends ExperimentCommand {
  static final String NAME = "leadership";

  private static final String REDIS = "redis";
  private static final String CASSANDRA = "cassandra";
  private static final String CONTAINER = "container";
  private static final String PROCESS = "process";
  private static final int IN_FLIGHT = 32;
  private static final int QUICK_MEBIBYTES = 128;
  private static final int QUICK_SECONDS = 18;

  /** A job has its own traffic and modes, on processes. */
  private static final List<String> OF_SERVERS_ALONE =
      List.of(
          "--store",
          "--work",
          "--modes",
          "--cpus-per-node",
          "--replicas",
          "--read",
          "--seconds",
          "--in-flight",
          "--rate",
          "--servers",
          "--kill",
          "--quick");

  private final Path distribution;

  @Option(names = "--store", paramLabel = REDIS + "|" + CASSANDRA)
  @OneOf({REDIS, CASSANDRA})
  private String store = REDIS;

  @Option(names = "--work", paramLabel = "WORK")
  private @Nullable String workName;

  @Option(names = "--modes", paramLabel = "MODE[,MODE…]")
  private @Nullable String modeNames;

  @Option(names = "--quick")
  private boolean quick;

  @Option(names = "--size-mib", paramLabel = "N")
  @Within(least = "1", most = "16384")
  private int mebibytes = 1_024;

  @Option(names = "--cpus-per-node", paramLabel = "N")
  @Within(least = "0.2", most = "1")
  private double cpus = 0.5;

  @Option(names = "--replicas", paramLabel = "N")
  @Within(least = "1", most = "3")
  private int replicas = 1;

  @Option(names = "--read", paramLabel = "PART")
  @Within(least = "0", most = "1")
  private double readShare = 0.5;

  @Option(names = "--rounds", paramLabel = "N")
  @Within(least = "1", most = "100")
  private int rounds = 6;

  @Option(names = "--seconds", paramLabel = "N")
  @Within(least = "3", most = "3600")
  private int seconds = 90;

  @Option(names = "--in-flight", paramLabel = "N")
  @Within(least = "1", most = "1000")
  private int inFlight = IN_FLIGHT;

  @Option(names = "--rate", paramLabel = "N")
  @Within(least = "1", most = "1000000")
  private @Nullable Integer rate;

  @Option(names = "--servers", paramLabel = CONTAINER + "|" + PROCESS)
  @OneOf({CONTAINER, PROCESS})
  private String servers = CONTAINER;

  @Option(names = "--kill", paramLabel = "SERVER@PHASE", converter = KillPoints.class)
  private @Nullable KillPoint kill;

  @Option(names = "--with-job")
  private boolean withJob;

  @Mixin private ShiftArguments cassandra = new ShiftArguments();
  @Mixin private OutputArguments outputs = new OutputArguments();

  /** Takes the agents of Cassandra nodes from the distribution that this program is a part of. */
  public LeadershipCommand() {
    this(Lab.distribution());
  }

  /** For another distribution, in this folder. */
  public LeadershipCommand(Path distribution) {
    this.distribution = distribution;
  }

  private static final class KillPoints implements ITypeConverter<KillPoint> {
    @Override
    public KillPoint convert(String text) {
      return KillPoint.of(text)
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "use one of "
                          + KillPoint.ALL.stream()
                              .map(KillPoint::toString)
                              .collect(Collectors.joining(", "))));
    }
  }

  @Override
  protected Experiment experiment(GivenOptions given) {
    if (withJob) {
      return new FollowedExperiment(followed(given));
    }
    return store.equals(CASSANDRA)
        ? cassandra.experiment(given, shared(given))
        : new LeadershipExperiment(options(given));
  }

  FollowedOptions followed(GivenOptions given) {
    given.refuse("--with-job", OF_SERVERS_ALONE);
    given.refuse("--with-job", ShiftArguments.NAMES);
    return new FollowedOptions(rounds, mebibytes, outputs.outputs(given, NAME));
  }

  private ShiftArguments.Shared shared(GivenOptions given) {
    given.refuse("--store " + CASSANDRA, List.of("--size-mib", "--replicas", "--kill"));
    checkShared(given);
    return new ShiftArguments.Shared(
        workName,
        modeNames,
        rounds(given),
        cycle(given),
        readShare,
        rate == null ? 0 : rate,
        inFlight,
        servers.equals(CONTAINER),
        cpus,
        quick,
        distribution,
        outputs.outputs(given, NAME));
  }

  private void checkShared(GivenOptions given) {
    if (rate != null) {
      given.refuse("--rate", List.of("--in-flight"));
    }
    if (!servers.equals(CONTAINER)) {
      given.refuse("--servers " + PROCESS, List.of("--cpus-per-node"));
    }
  }

  private int rounds(GivenOptions given) {
    return quick && !given.has("--rounds") ? 1 : rounds;
  }

  private Duration cycle(GivenOptions given) {
    return Duration.ofSeconds(quick && !given.has("--seconds") ? QUICK_SECONDS : seconds);
  }

  LeadershipOptions options(GivenOptions given) {
    given.refuse("--store " + REDIS, ShiftArguments.NAMES);
    boolean inContainers = servers.equals(CONTAINER);
    Work work = given.one("--work", workName, List.of(Work.values())).orElse(Work.SAVE);
    List<LeadershipMode> measured = LeadershipMode.withStock(modes(given, work));
    checkShared(given);
    if (!inContainers) {
      checkProcesses(given, work, measured);
    }
    if (kill != null) {
      checkKill(given, work, measured, kill);
    }
    if (measured.contains(LeadershipMode.MOVED) && work == Work.BACKUP) {
      given.problem(
          "--modes has '%s', and --work backup has no change of the lead: use manual"
              .formatted(LeadershipMode.MOVED));
    }
    if (measured.contains(LeadershipMode.CPULIST) && Lab.cpus() < 2) {
      given.problem(
          "--modes has '%s', and this machine has one CPU: use two or more, or omit the mode"
              .formatted(LeadershipMode.CPULIST));
    }
    return new LeadershipOptions(
        work,
        measured,
        rounds(given),
        cycle(given),
        quick && !given.has("--size-mib") ? QUICK_MEBIBYTES : mebibytes,
        replicas,
        readShare,
        inFlight,
        rate == null ? 0 : rate,
        inContainers,
        cpus,
        kill,
        outputs.outputs(given, NAME));
  }

  private List<LeadershipMode> modes(GivenOptions given, Work work) {
    return modeNames == null
        ? List.of(defaultMode(work))
        : given.some("--modes", modeNames, List.of(LeadershipMode.values()));
  }

  private static void checkKill(
      GivenOptions given, Work work, List<LeadershipMode> measured, KillPoint point) {
    if (work == Work.BACKUP) {
      given.problem("--kill needs a change of the lead, and --work backup has none: omit it");
    }
    LeadershipMode killed = modeOf(point);
    if (!measured.contains(killed)
        || measured.stream().anyMatch(mode -> mode.movesLead() && mode != killed)) {
      given.problem(
          "--kill is '%s', which is for mode %s alone: use --modes %s"
              .formatted(point, killed, killed));
    }
  }

  private static LeadershipMode modeOf(KillPoint point) {
    return point.killsCoordinator() ? LeadershipMode.MOVED : LeadershipMode.MANUAL;
  }

  private LeadershipMode defaultMode(Work work) {
    return kill != null
        ? modeOf(kill)
        : work == Work.BACKUP ? LeadershipMode.MANUAL : LeadershipMode.MOVED;
  }

  private static void checkProcesses(GivenOptions given, Work work, List<LeadershipMode> measured) {
    if (measured.stream().anyMatch(mode -> mode.setup() == Setup.SAME_NODE)) {
      given.problem(
          "--modes has '%s', and processes have no nodes: use --servers %s"
              .formatted(LeadershipMode.SAME_NODE, CONTAINER));
    }
    if (work == Work.BACKUP) {
      given.problem(
          "--work is 'backup', whose copy goes to a container: use --servers " + CONTAINER);
    }
  }
}
