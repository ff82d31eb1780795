package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.answers.Histories;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.input.FileReport;
import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options for an input file and its histories, which are checked line by line. Confined to the main
 * thread.
 */
final class InputFiles {
  @Option(names = "--input-dialect", paramLabel = "DIALECT")
  InputDialect dialect = InputDialect.STRICT;

  @Option(names = "--historical", paramLabel = "FILE")
  private @Nullable Path historical;

  @Option(names = "--segment-history", paramLabel = "FILE")
  private @Nullable Path segmentHistory;

  Histories histories() {
    return new Histories(historical, segmentHistory);
  }

  /**
   * Checks the files; problems go to {@code given}.
   *
   * @param input null: missing or not readable
   */
  InputFile.Check check(@Nullable Path input, GivenOptions given) {
    InputFile.Check[] found = {InputFile.Check.NONE};
    check(
        "--input",
        input,
        file -> {
          found[0] = InputFile.validate(file, dialect);
          return found[0].report();
        },
        given);
    check("--historical", historical, HistoryFile::validateTolls, given);
    check("--segment-history", segmentHistory, HistoryFile::validateSegments, given);
    return found[0];
  }

  /** Checks a file. */
  @FunctionalInterface
  private interface Check {
    FileReport of(Path file) throws IOException;
  }

  private static void check(String option, @Nullable Path file, Check check, GivenOptions given) {
    given.requireReadable(option, file);
    if (file == null || !Files.isRegularFile(file) || !Files.isReadable(file)) {
      return;
    }
    try {
      FileReport report = check.of(file);
      if (!report.isValid()) {
        given.problem("%s %s is not valid: %s".formatted(option, file, report.message()));
      }
    } catch (IOException e) {
      given.problem("%s is '%s': it cannot be read (%s)".formatted(option, file, e.getMessage()));
    }
  }
}
