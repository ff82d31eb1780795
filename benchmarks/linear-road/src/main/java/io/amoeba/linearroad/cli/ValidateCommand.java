package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answers.AnswerFiles;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.InputFileReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares answers with the reference model, or writes the reference model's answers. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    resourceBundle = "io.amoeba.linearroad.help")
final class ValidateCommand extends CheckedCommand {
  @Option(names = "--input", paramLabel = "FILE")
  private @Nullable Path input;

  @Mixin private InputFiles files = new InputFiles();

  @Option(names = "--answers", paramLabel = "FOLDER")
  private @Nullable Path answers;

  @Option(names = "--write", paramLabel = "FOLDER")
  private @Nullable Path write;

  ValidateCommand() {
    super("Linear Road");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    if (!given.has("--input")) {
      given.problem("--input is missing: name the file with the records");
    }
    if (answers == null && write == null) {
      given.problem("Neither --answers nor --write is given: name a folder to compare or to fill");
    }
    InputFile.Check check = files.check(input, given);
    for (int type = 0; answers != null && type < AnswerSet.TYPES; type++) {
      Path file = AnswerFiles.file(answers, type);
      if (!Files.isReadable(file)) {
        given.problem("--answers: there is no readable file %s; it may be empty".formatted(file));
      }
    }
    given.requireFolder("--write", write);
    Path records = input == null ? Path.of("") : input;
    return () -> validate(records, check.clampedSpeeds());
  }

  private int validate(Path records, long clampedSpeeds) throws IOException {
    AnswerSet right;
    try (InputFileReader reader = InputFile.read(records, files.dialect)) {
      right = files.histories().referenceAnswers(reader);
    }
    PrintWriter out = spec().commandLine().getOut();
    files.dialect.reading(clampedSpeeds).ifPresent(out::println);
    if (write != null) {
      AnswerFiles.write(right, write);
      out.println(right.size() + " answers are in " + write);
    }
    if (right.unansweredTravelTimes() > 0) {
      out.println(
          right.unansweredTravelTimes()
              + " travel time queries have no answer: the segment history lacks rows");
    }
    boolean equal = true;
    if (answers != null) {
      AnswerComparison comparison = AnswerComparison.of(right, AnswerFiles.read(answers));
      out.println(comparison.message());
      equal = comparison.isEqual();
      if (right.size() == 0) {
        out.println("Nothing was compared: the input requires no answer.");
        equal = false;
      }
    }
    out.flush();
    return equal ? ExitCode.OK : ExitCode.FAILURE;
  }
}
