package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.input.FileReport;
import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import java.io.IOException;
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

  /** Checks the files; problems go to {@code texts}. */
  static InputFiles check(
      @Nullable String input,
      @Nullable String dialect,
      @Nullable String historical,
      @Nullable String segmentHistory,
      OptionTexts texts) {
    Path inputFile = texts.existing("--input", input);
    Path tolls = texts.existing("--historical", historical);
    Path segments = texts.existing("--segment-history", segmentHistory);
    InputDialect spoken = InputDialectOption.read(texts, dialect);
    AtomicLong clamped = new AtomicLong();
    FileReport report =
        checked(
            "--input",
            inputFile,
            file -> {
              InputFile.Check check = InputFile.validate(file, spoken);
              clamped.set(check.clampedSpeeds());
              return check.report();
            },
            texts);
    checked("--historical", tolls, HistoryFile::validateTolls, texts);
    checked("--segment-history", segments, HistoryFile::validateSegments, texts);
    return new InputFiles(
        inputFile, spoken, report == null ? 0 : report.lines(), clamped.get(), tolls, segments);
  }

  /** Checks a file. */
  @FunctionalInterface
  private interface Check {
    FileReport of(Path file) throws IOException;
  }

  private static @Nullable FileReport checked(
      String option, @Nullable Path file, Check check, OptionTexts texts) {
    if (file == null) {
      return null;
    }
    try {
      FileReport report = check.of(file);
      if (!report.isValid()) {
        texts.problem("%s %s is not valid: %s".formatted(option, file, report.message()));
      }
      return report;
    } catch (IOException e) {
      texts.problem("%s is '%s': it cannot be read (%s)".formatted(option, file, e.getMessage()));
      return null;
    }
  }
}
