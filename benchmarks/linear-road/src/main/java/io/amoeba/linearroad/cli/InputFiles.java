package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.input.FileReport;
import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An input file and its histories, checked line by line.
 *
 * @param input null: missing or not readable
 * @param clampedSpeeds position reports whose speed the dialect reads as 100 mph
 */
record InputFiles(
    @Nullable Path input,
    InputDialect dialect,
    long lines,
    long clampedSpeeds,
    @Nullable Path historical,
    @Nullable Path segmentHistory) {

  /** The option that names the dialect. */
  static final String DIALECT = "--input-dialect";

  static final String DIALECT_DESCRIPTION =
      "strict: the specification's ranges. dissertation: files of the dissertation's generator"
          + " (speeds to 150, segments 1 … 100). Default: strict.";

  /** Checks the files; problems go to {@code given}. */
  static InputFiles check(
      @Nullable Path input,
      InputDialect dialect,
      @Nullable Path tolls,
      @Nullable Path segments,
      GivenOptions given) {
    AtomicLong clamped = new AtomicLong();
    FileReport report =
        checked(
            "--input",
            input,
            file -> {
              InputFile.Check check = InputFile.validate(file, dialect);
              clamped.set(check.clampedSpeeds());
              return check.report();
            },
            given);
    checked("--historical", tolls, HistoryFile::validateTolls, given);
    checked("--segment-history", segments, HistoryFile::validateSegments, given);
    return new InputFiles(
        input, dialect, report == null ? 0 : report.lines(), clamped.get(), tolls, segments);
  }

  /** Checks a file. */
  @FunctionalInterface
  private interface Check {
    FileReport of(Path file) throws IOException;
  }

  private static @Nullable FileReport checked(
      String option, @Nullable Path file, Check check, GivenOptions given) {
    given.requireReadable(option, file);
    if (file == null || !Files.isRegularFile(file) || !Files.isReadable(file)) {
      return null;
    }
    try {
      FileReport report = check.of(file);
      if (!report.isValid()) {
        given.problem("%s %s is not valid: %s".formatted(option, file, report.message()));
      }
      return report;
    } catch (IOException e) {
      given.problem("%s is '%s': it cannot be read (%s)".formatted(option, file, e.getMessage()));
      return null;
    }
  }
}
