package io.amoeba.coordinator.cli;

/** Exit codes of {@code amoeba}, the same for every subcommand. */
public final class ExitCode {

  /** Everything went well. */
  public static final int OK = 0;

  /** Something failed; the message says what to do. */
  public static final int FAILURE = 1;

  /** The command line or the configuration is wrong. */
  public static final int USAGE = 2;

  private ExitCode() {}
}
