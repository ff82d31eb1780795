package io.amoeba.experiments.load;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.OneOf;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Traffic on running Cassandra servers. Its options are immutable after parsing. */
@Command(
    name = "traffic",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    resourceBundle = "io.amoeba.experiments.help")
public final class TrafficCommand extends CheckedCommand {
  @Option(names = "--contact", paramLabel = "HOST")
  String contact = "127.0.0.1";

  @Option(names = "--alone")
  boolean alone;

  @Mixin private TrafficArguments table = new TrafficArguments(100_000, 16);

  @Option(names = "--load")
  boolean load;

  @Option(names = "--duration", paramLabel = "TIME", converter = Times.class)
  @Within(least = "0s", most = "24h")
  Duration duration = Duration.ofSeconds(60);

  @Option(names = "--workload", paramLabel = "A|B|C|R80")
  @OneOf({"A", "B", "C", "R80"})
  private TrafficShape.Workload workload = TrafficShape.Workload.B;

  @Option(names = "--consistency", paramLabel = "ONE|QUORUM|ALL")
  @OneOf({"ONE", "QUORUM", "ALL"})
  private DefaultConsistencyLevel consistency = DefaultConsistencyLevel.QUORUM;

  @Option(names = "--distribution", paramLabel = "zipfian|uniform")
  private TrafficShape.Distribution rowsBy = TrafficShape.Distribution.ZIPFIAN;

  @Option(names = "--priority", paramLabel = "high|normal|low")
  @Nullable TrafficPriority priority;

  @Option(names = "--disjoint")
  private boolean disjoint;

  @Option(names = "--move-to", paramLabel = "HOST")
  private @Nullable String moveTo;

  @Option(names = "--move-after", paramLabel = "TIME", converter = Times.class)
  @Within(least = "1s", most = "24h")
  private @Nullable Duration moveAfter;

  @Option(names = "--move-file", paramLabel = "FILE")
  private @Nullable Path moveFile;

  @Option(names = "--seed", paramLabel = "N")
  long seed = 1;

  public TrafficCommand() {
    super("The traffic");
  }

  TrafficShape shape() {
    return table.shape(workload, consistency, rowsBy, disjoint);
  }

  /** Null: reads stay where they are. */
  @Nullable ReadMove move() {
    return moveTo == null ? null : new ReadMove(moveTo, moveAfter, moveFile);
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    if ((moveTo == null) != (moveAfter == null && moveFile == null)) {
      given.problem("--move-to needs --move-after or --move-file, and they need it");
    }
    return () -> {
      new Traffic(this, Clock.systemUTC(), spec().commandLine().getOut()).run();
      return ExitCode.OK;
    };
  }
}
