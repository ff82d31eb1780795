package io.amoeba.linearroad.generator;

import io.amoeba.linearroad.answer.AccidentAlert;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answer.TollNotification;
import io.amoeba.linearroad.history.HistoryFile;
import io.amoeba.linearroad.history.SegmentHistory;
import io.amoeba.linearroad.history.TollHistory;
import io.amoeba.linearroad.input.FileReport;
import io.amoeba.linearroad.input.InputDialect;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.InputFileReader;
import io.amoeba.linearroad.input.InputFileWriter;
import io.amoeba.linearroad.reference.ReferenceModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Measures on one thread how fast traffic is generated into a file, checked, and answered by the
 * reference model. Arguments: mode, expressways, first second, seconds.
 */
final class GeneratorSpeed {
  private GeneratorSpeed() {}

  public static void main(String[] args) throws IOException {
    GeneratorConfig config =
        GeneratorConfig.of(
                TrafficMode.valueOf(args[0]),
                Integer.parseInt(args[1]),
                Integer.parseInt(args[3]),
                1)
            .withStartSecond(Integer.parseInt(args[2]));
    Path directory = Files.createTempDirectory("linear-road-speed");
    try {
      measure(config, directory);
    } finally {
      try (var files = Files.newDirectoryStream(directory)) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }

  private static void measure(GeneratorConfig config, Path directory) throws IOException {
    Path input = directory.resolve("input.csv");
    long start = System.nanoTime();
    long records;
    try (InputFileWriter writer = InputFileWriter.create(input)) {
      TrafficGenerator.of(config).forEach(writer);
      records = writer.records();
    }
    print("generated", records, start);

    start = System.nanoTime();
    FileReport report = InputFile.validate(input, InputDialect.STRICT).report();
    print("checked, " + report.problemCount() + " problems", report.lines(), start);

    HistoryGenerator history = new HistoryGenerator(config.expressways(), 1);
    Path segmentFile = directory.resolve("segments.csv");
    start = System.nanoTime();
    print("segment history written", history.writeSegments(segmentFile), start);
    Path tollFile = directory.resolve("tolls.csv");
    start = System.nanoTime();
    print("toll history written", history.writeTolls(20_000, 69, tollFile), start);
    start = System.nanoTime();
    SegmentHistory segments = HistoryFile.loadSegments(segmentFile);
    TollHistory tolls = HistoryFile.loadTolls(tollFile);
    print("histories loaded", 1, start);

    start = System.nanoTime();
    AnswerSet answers;
    try (InputFileReader reader = InputFile.read(input, InputDialect.STRICT)) {
      answers = ReferenceModel.answers(reader, tolls, segments);
    }
    print("answered", records, start);
    print(answers);
  }

  private static void print(AnswerSet answers) {
    for (int type = 0; type < AnswerSet.TYPES; type++) {
      System.out.printf("answers of type %d: %d%n", type, answers.size(type));
    }
    long tolls =
        answers
            .distinct(TollNotification.TYPE)
            .filter(answer -> ((TollNotification) answer).toll() > 0)
            .count();
    long places =
        answers
            .distinct(AccidentAlert.TYPE)
            .map(AccidentAlert.class::cast)
            .map(alert -> alert.xway() + "/" + alert.dir() + "/" + alert.segment())
            .distinct()
            .count();
    System.out.printf("tolls over 0: %d, segments with accidents: %d%n", tolls, places);
    System.out.printf("unanswered travel times: %d%n", answers.unansweredTravelTimes());
    Runtime runtime = Runtime.getRuntime();
    System.out.printf("heap used: %d MB%n", (runtime.totalMemory() - runtime.freeMemory()) >> 20);
  }

  private static void print(String what, long count, long startNanos) {
    double seconds = (System.nanoTime() - startNanos) / 1e9;
    System.out.printf("%s: %d in %.2f s, %.0f/s%n", what, count, seconds, count / seconds);
  }
}
