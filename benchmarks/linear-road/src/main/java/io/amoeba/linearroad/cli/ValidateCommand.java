package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.Failures;
import io.amoeba.coordinator.cli.OptionTexts;
import io.amoeba.linearroad.answer.AnswerComparison;
import io.amoeba.linearroad.answer.AnswerSet;
import io.amoeba.linearroad.answers.AnswerFiles;
import io.amoeba.linearroad.answers.ReferenceAnswers;
import io.amoeba.linearroad.input.InputFile;
import io.amoeba.linearroad.input.InputFileReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares answers with the reference model, or writes the reference model's answers. */
@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Compares the answers to an input file with the reference model.",
    footer = {
      "",
      "Examples:",
      "  amoeba linear-road validate --input cars.csv --answers answers",
      "  amoeba linear-road validate --input cars.csv --write right-answers",
      "",
      "Exit codes: 0 all answers are right, 1 some are not, 2 wrong command line or input."
    })
final class ValidateCommand implements Callable<Integer> {
  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "The records that were answered, in the original 15-field format.")
  @Nullable String input;

  @Option(
      names = InputDialectOption.NAME,
      paramLabel = "DIALECT",
      description = InputDialectOption.DESCRIPTION)
  @Nullable String inputDialect;

  @Option(
      names = "--historical",
      paramLabel = "FILE",
      description = "Toll history: VID,Day,XWay,Toll.")
  @Nullable String historical;

  @Option(
      names = "--segment-history",
      paramLabel = "FILE",
      description = "Segment history: DOW,TOD,XWay,Dir,Seg,LAV,Toll.")
  @Nullable String segmentHistory;

  @Option(
      names = "--answers",
      paramLabel = "FOLDER",
      description = "The answers to compare: type0.csv … type4.csv.")
  @Nullable String answers;

  @Option(
      names = "--write",
      paramLabel = "FOLDER",
      description = "Write the right answers here: type0.csv … type4.csv.")
  @Nullable String write;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    OptionTexts texts = new OptionTexts();
    if (input == null) {
      texts.problem("--input is missing: name the file with the records");
    }
    if (answers == null && write == null) {
      texts.problem("Neither --answers nor --write is given: name a folder to compare or to fill");
    }
    InputFiles files = InputFiles.check(input, inputDialect, historical, segmentHistory, texts);
    Path given = answers == null ? null : Path.of(answers);
    for (int type = 0; given != null && type < AnswerSet.TYPES; type++) {
      Path file = AnswerFiles.file(given, type);
      if (!Files.isReadable(file)) {
        texts.problem("--answers: there is no readable file %s; it may be empty".formatted(file));
      }
    }
    Path target = texts.folder("--write", write);
    Path records = files.input();
    if (texts.refused(spec.commandLine().getErr()) || records == null) {
      return ExitCode.USAGE;
    }
    return Failures.told("Linear Road", spec, () -> validate(records, files, given, target));
  }

  private int validate(Path records, InputFiles files, @Nullable Path given, @Nullable Path target)
      throws IOException {
    AnswerSet right;
    try (InputFileReader reader = InputFile.read(records, files.dialect())) {
      right = ReferenceAnswers.compute(reader, files.historical(), files.segmentHistory());
    }
    PrintWriter out = spec.commandLine().getOut();
    files.dialect().reading(files.clampedSpeeds()).ifPresent(out::println);
    if (target != null) {
      AnswerFiles.write(right, target);
      out.println(right.size() + " answers are in " + target);
    }
    if (right.unansweredTravelTimes() > 0) {
      out.println(
          right.unansweredTravelTimes()
              + " travel time queries have no answer: the segment history has not all rows");
    }
    boolean equal = true;
    if (given != null) {
      AnswerComparison comparison = AnswerComparison.of(right, AnswerFiles.read(given));
      out.println(comparison.message());
      equal = comparison.isEqual();
      if (right.size() == 0) {
        out.println("Nothing was compared: the input asks for no answer.");
        equal = false;
      }
    }
    out.flush();
    return equal ? ExitCode.OK : ExitCode.FAILURE;
  }
}
