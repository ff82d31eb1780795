package io.amoeba.experiments;

import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.GivenOptions;
import picocli.CommandLine;

/** Commands with options as picocli fills them. */
public final class Parsed {
  private Parsed() {}

  public static GivenOptions options(CheckedCommand command, String... words) {
    CommandLine line = new CommandLine(command);
    line.parseArgs(words);
    return GivenOptions.of(line.getCommandSpec());
  }
}
