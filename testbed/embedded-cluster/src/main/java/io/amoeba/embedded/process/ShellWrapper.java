package io.amoeba.embedded.process;

import java.util.ArrayList;
import java.util.List;

/**
 * Command lines that prepare a process in a POSIX shell and then replace the shell by it, so that
 * pid and start time stay the same.
 */
final class ShellWrapper {
  private ShellWrapper() {}

  /**
   * A process that Ctrl-C and the end of the terminal do not reach: its parent decides what they
   * mean.
   */
  static List<String> deafToTerminal(List<String> command) {
    return shell("trap '' INT HUP; exec \"$@\"", command);
  }

  /**
   * As {@link #deafToTerminal}, but the process begins when a line comes on its standard input and
   * never does if that input ends first.
   */
  static List<String> heldBack(List<String> command) {
    return shell("trap '' INT HUP; read go && exec \"$@\" </dev/null", command);
  }

  private static List<String> shell(String script, List<String> command) {
    List<String> words = new ArrayList<>(List.of("sh", "-c", script, command.get(0)));
    words.addAll(command);
    return words;
  }
}
