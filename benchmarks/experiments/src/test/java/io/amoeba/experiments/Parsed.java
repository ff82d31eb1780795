package io.amoeba.experiments;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.GivenOptions;
import java.util.List;
import java.util.function.BiFunction;
import picocli.CommandLine;

/** Commands with options as picocli fills them. */
public final class Parsed {
  private Parsed() {}

  public static GivenOptions options(CheckedCommand command, String... words) {
    CommandLine line = new CommandLine(command);
    line.parseArgs(words);
    return GivenOptions.of(line.getCommandSpec());
  }

  /** What a command made of its options, and what is wrong with them. */
  public record Read<O>(O options, List<String> problems) {}

  public static <C extends CheckedCommand, O> Read<O> read(
      C command, BiFunction<C, GivenOptions, O> read, String... words) {
    GivenOptions given = options(command, words);
    O options = read.apply(command, given);
    return new Read<>(options, given.problems());
  }
}
