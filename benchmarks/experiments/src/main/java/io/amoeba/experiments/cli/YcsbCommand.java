package io.amoeba.experiments.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.experiments.ycsb.Consistency;
import io.amoeba.experiments.ycsb.Distribution;
import io.amoeba.experiments.ycsb.ReadMove;
import io.amoeba.experiments.ycsb.Traffic;
import io.amoeba.experiments.ycsb.TrafficOptions;
import io.amoeba.experiments.ycsb.Workload;
import io.amoeba.experiments.ycsb.YcsbSchema;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Traffic on Cassandra servers that run already. */
@Command(
    name = "ycsb",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "YCSB's traffic on Cassandra servers that run already: rows chosen by Zipf's law or evenly, a closed loop.",
      "Prints a line of JSON for every second: operations, failed ones, latencies."
    },
    footer = {"", "Example:", "  amoeba bench ycsb --contact 127.0.0.1 --load --duration 60s"})
final class YcsbCommand implements Callable<Integer> {
  @Option(
      names = "--contact",
      paramLabel = "HOST",
      description = "A node, with CQL on port 9042. Default: 127.0.0.1.")
  private String contact = "127.0.0.1";

  @Option(
      names = "--alone",
      description =
          "Ask this node only, and let it ask no more replicas than it must: this switches the table's"
              + " speculative retry off.")
  private boolean alone;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of ten fields in the table, 1000 to 10000000. Default: 100000.")
  private @Nullable String rows;

  @Option(
      names = "--field-length",
      paramLabel = "N",
      description = "Characters of a field, 1 to 10000. Default: 100.")
  private @Nullable String fieldLength;

  @Option(names = "--load", description = "Write all rows first, to all replicas.")
  private boolean load;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "How long, 0s (create the table only) to 24h. Default: 60s.")
  private @Nullable String duration;

  @Option(
      names = "--workload",
      paramLabel = "A|B|C|R80",
      description = "Reads: A 50 %%, B 95 %%, C all, R80 80 %%; the rest updates. Default: B.")
  private @Nullable String workload;

  @Option(names = "--consistency", paramLabel = "ONE|QUORUM|ALL", description = "Default: QUORUM.")
  private @Nullable String consistency;

  @Option(
      names = "--distribution",
      paramLabel = "zipfian|uniform",
      description = "How rows are chosen. Default: zipfian.")
  private @Nullable String distribution;

  @Option(
      names = "--disjoint",
      description = "Read the first half of the rows, and update the second.")
  private boolean disjoint;

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      description = "Operations at any time, 1 to 1000. Default: 16.")
  private @Nullable String inFlight;

  @Option(
      names = "--move-to",
      paramLabel = "HOST",
      description = "All reads go to this node when the moment has come; updates stay.")
  private @Nullable String moveTo;

  @Option(
      names = "--move-after",
      paramLabel = "TIME",
      description = "The moment: so long after the begin of the traffic.")
  private @Nullable String moveAfter;

  @Option(
      names = "--move-file",
      paramLabel = "FILE",
      description = "The moment: this file is there.")
  private @Nullable String moveFile;

  @Option(names = "--seed", paramLabel = "N", description = "Default: 1.")
  private @Nullable String seed;

  @Spec private CommandSpec spec = CommandSpec.create();

  private @Nullable ReadMove move(OptionTexts texts) {
    Duration after =
        moveAfter == null
            ? null
            : texts.duration(
                "--move-after",
                moveAfter,
                Duration.ZERO,
                Duration.ofSeconds(1),
                Duration.ofHours(24));
    if ((moveTo == null) != (moveAfter == null && moveFile == null)) {
      texts.problem("--move-to needs --move-after or --move-file, and they need it");
    }
    return moveTo == null
        ? null
        : new ReadMove(moveTo, after, moveFile == null ? null : Path.of(moveFile));
  }

  @Override
  public Integer call() {
    OptionTexts texts = new OptionTexts();
    TrafficOptions options =
        new TrafficOptions(
            contact,
            alone,
            texts.number("--rows", rows, 100_000, 1_000, 10_000_000),
            texts.number("--field-length", fieldLength, YcsbSchema.FIELD_LENGTH, 1, 10_000),
            load,
            texts.duration(
                "--duration",
                duration,
                Duration.ofSeconds(60),
                Duration.ZERO,
                Duration.ofHours(24)),
            NamedValues.of(texts, "--workload", workload, Workload.B),
            NamedValues.of(texts, "--consistency", consistency, Consistency.QUORUM),
            DistributionName.of(texts, distribution, Distribution.ZIPFIAN),
            disjoint,
            texts.number("--in-flight", inFlight, 16, 1, 1_000),
            texts.seed("--seed", seed, 1),
            move(texts));
    PrintWriter out = spec.commandLine().getOut();
    if (texts.refused(spec.commandLine().getErr())) {
      return ExitCode.USAGE;
    }
    return Failures.told(
        "The traffic",
        spec,
        () -> {
          new Traffic(options, Clock.systemUTC(), out).run();
          return ExitCode.OK;
        });
  }
}
