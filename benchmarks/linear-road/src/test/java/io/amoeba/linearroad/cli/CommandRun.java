package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.AmoebaCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import picocli.CommandLine;

/** One use of {@code amoeba} in this JVM. */
record CommandRun(int exitCode, String out, String err) {
  /** With command {@code linear-road}. */
  static CommandRun of(String... arguments) {
    return amoeba(
        Stream.concat(Stream.of("linear-road"), Stream.of(arguments)).toArray(String[]::new));
  }

  /** With any command. */
  static CommandRun amoeba(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line =
        AmoebaCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int exitCode = line.execute(words);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
