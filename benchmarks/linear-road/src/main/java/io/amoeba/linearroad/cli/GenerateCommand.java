package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.coordinator.cli.Times;
import io.amoeba.coordinator.cli.Within;
import io.amoeba.linearroad.generator.GeneratorConfig;
import io.amoeba.linearroad.generator.HistoryGenerator;
import io.amoeba.linearroad.generator.TrafficGenerator;
import io.amoeba.linearroad.generator.TrafficMode;
import io.amoeba.linearroad.input.InputFileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Writes generated traffic and histories to files. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    resourceBundle = "io.amoeba.linearroad.help")
final class GenerateCommand extends CheckedCommand {
  private static final int HISTORY_ROWS_PER_VEHICLE = 10;

  @Option(names = "--expressways", paramLabel = "N")
  @Within(least = "1", most = "1000")
  private int expressways = 1;

  @Option(names = "--duration", paramLabel = "TIME", converter = Times.class)
  @Within(least = "1s", most = "2000h")
  private Duration duration = Duration.ofMinutes(10);

  @Option(names = "--seed", paramLabel = "N")
  private long seed = 1;

  @Option(names = "--mode", paramLabel = "MODE")
  private TrafficMode mode = TrafficMode.STEADY;

  @Option(names = "--output", paramLabel = "FILE")
  private @Nullable Path output;

  @Option(names = "--historical", paramLabel = "FILE")
  private @Nullable Path historical;

  @Option(names = "--segment-history", paramLabel = "FILE")
  private @Nullable Path segmentHistory;

  GenerateCommand() {
    super("Linear Road");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    given.requireWritable("--output", output);
    given.requireWritable("--historical", historical);
    given.requireWritable("--segment-history", segmentHistory);
    if (output == null) {
      given.problem("--output is missing: name the file for the records");
    }
    Path records = output == null ? Path.of("") : output;
    return () -> generate(records);
  }

  private int generate(Path records) throws IOException {
    GeneratorConfig config =
        GeneratorConfig.of(
            mode, expressways, Math.toIntExact(Math.max(1, duration.toSeconds())), seed);
    PrintWriter out = spec().commandLine().getOut();
    TrafficGenerator generator = TrafficGenerator.of(config);
    try (InputFileWriter writer = InputFileWriter.create(records)) {
      generator.forEach(writer);
      out.println(writer.records() + " records are in " + records);
    }
    HistoryGenerator history = new HistoryGenerator(config.expressways(), config.seed());
    if (historical != null) {
      long rows =
          history.writeTolls(generator.vehicleLimit(), HISTORY_ROWS_PER_VEHICLE, historical);
      out.println(rows + " rows of toll history are in " + historical);
    }
    if (segmentHistory != null) {
      out.println(
          history.writeSegments(segmentHistory)
              + " rows of segment history are in "
              + segmentHistory);
    }
    out.flush();
    return ExitCode.OK;
  }
}
