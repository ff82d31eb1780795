package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes generated traffic and histories to files. */
@Command(
    name = "generate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Writes generated traffic, and histories for it, to files.",
    footer = {
      "",
      "Examples:",
      "  amoeba linear-road generate --duration 5m --output cars.csv",
      "  amoeba linear-road generate --mode specification --duration 3h --expressways 2 \\",
      "      --output cars.csv --historical tolls.csv --segment-history segments.csv"
    })
final class GenerateCommand implements Callable<Integer> {
  private static final int MOST_EXPRESSWAYS = 1_000;
  private static final int HISTORY_ROWS_PER_VEHICLE = 10;

  @Option(names = "--expressways", paramLabel = "N", description = "Default: 1.")
  @Nullable String expressways;

  @Option(names = "--duration", paramLabel = "TIME", description = "Simulated time. Default: 10m.")
  @Nullable String duration;

  @Option(names = "--seed", paramLabel = "N", description = "Default: 1.")
  @Nullable String seed;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      description =
          "steady (1000 vehicles report every second) or specification (every 30 s, growing). Default: steady.")
  @Nullable String mode;

  @Option(names = "--output", paramLabel = "FILE", description = "Where the records go.")
  @Nullable String output;

  @Option(names = "--historical", paramLabel = "FILE", description = "Where a toll history goes.")
  @Nullable String historical;

  @Option(
      names = "--segment-history",
      paramLabel = "FILE",
      description = "Where a segment history goes.")
  @Nullable String segmentHistory;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionTexts texts = new OptionTexts();
    TrafficMode trafficMode = TrafficModeOption.read(texts, "--mode", mode);
    int count = texts.number("--expressways", expressways, 1, 1, MOST_EXPRESSWAYS);
    Duration time =
        texts.duration(
            "--duration",
            duration,
            Duration.ofMinutes(10),
            Duration.ofSeconds(1),
            Duration.ofHours(2_000));
    long seedValue = texts.seed("--seed", seed, 1);
    Path records = texts.writable("--output", output);
    Path tolls = texts.writable("--historical", historical);
    Path segments = texts.writable("--segment-history", segmentHistory);
    if (output == null) {
      texts.problem("--output is missing: name the file for the records");
    }
    if (texts.refused(spec.commandLine().getErr()) || records == null) {
      return ExitCode.USAGE;
    }
    GeneratorConfig config =
        GeneratorConfig.of(
            trafficMode, count, Math.toIntExact(Math.max(1, time.toSeconds())), seedValue);
    return Failures.told("Linear Road", spec, () -> generate(config, records, tolls, segments));
  }

  private int generate(
      GeneratorConfig config, Path records, @Nullable Path tolls, @Nullable Path segments)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    TrafficGenerator generator = TrafficGenerator.of(config);
    try (InputFileWriter writer = InputFileWriter.create(records)) {
      generator.forEach(writer);
      out.println(writer.records() + " records are in " + records);
    }
    HistoryGenerator history = new HistoryGenerator(config.expressways(), config.seed());
    if (tolls != null) {
      long rows = history.writeTolls(generator.vehicleLimit(), HISTORY_ROWS_PER_VEHICLE, tolls);
      out.println(rows + " rows of toll history are in " + tolls);
    }
    if (segments != null) {
      out.println(history.writeSegments(segments) + " rows of segment history are in " + segments);
    }
    out.flush();
    return ExitCode.OK;
  }
}
