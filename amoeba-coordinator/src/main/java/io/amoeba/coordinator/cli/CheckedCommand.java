package io.amoeba.coordinator.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that reports everything that is wrong with its options, or runs. Confined to the main
 * thread.
 */
public abstract class CheckedCommand implements Callable<Integer> {
  private final String subject;
  private CommandSpec spec = CommandSpec.create();

  /**
   * Prepares it.
   *
   * @param subject begins the sentence that reports a failure: "The experiment"
   */
  protected CheckedCommand(String subject) {
    this.subject = subject;
  }

  /** Called by picocli. */
  @Spec
  final void collectErrors(CommandSpec own) {
    spec = own;
    // Otherwise only the first error would be reported.
    own.parser().collectErrors(true).caseInsensitiveEnumValuesAllowed(true);
  }

  /** Its model, with the streams that it writes to. */
  protected final CommandSpec spec() {
    return spec;
  }

  /**
   * Checks the options, and returns the work, which is done only if there are no problems.
   *
   * @param given takes the problems
   */
  protected abstract Callable<Integer> read(GivenOptions given);

  @Override
  public final Integer call() {
    GivenOptions given = GivenOptions.of(spec);
    Callable<Integer> work = read(given);
    return given.refused() ? ExitCode.USAGE : Failures.told(subject, spec, work);
  }
}
