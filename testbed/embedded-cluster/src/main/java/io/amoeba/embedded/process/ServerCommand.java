package io.amoeba.embedded.process;

import java.util.List;

/**
 * What to start.
 *
 * @param name unique among the running servers; also the name of the log file
 */
public record ServerCommand(ServerKind kind, String name, List<String> command) {
  public ServerCommand {
    command = List.copyOf(command);
  }
}
