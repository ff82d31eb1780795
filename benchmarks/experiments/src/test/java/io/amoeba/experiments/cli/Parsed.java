package io.amoeba.experiments.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Arguments as picocli fills them. */
final class Parsed {
  private Parsed() {}

  static <A> A into(A arguments, String... words) {
    new CommandLine(
            CommandSpec.create().addMixin("given", CommandSpec.forAnnotatedObject(arguments)))
        .parseArgs(words);
    return arguments;
  }
}
