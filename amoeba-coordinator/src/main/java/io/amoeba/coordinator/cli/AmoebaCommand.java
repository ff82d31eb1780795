package io.amoeba.coordinator.cli;

import io.amoeba.coordinator.config.ConfigErrors;
import io.amoeba.coordinator.http.PortTaken;
import java.util.ServiceLoader;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The root command; the other subcommands are services of {@link AmoebaSubcommand}. */
@Command(
    name = "amoeba",
    mixinStandardHelpOptions = true,
    versionProvider = AmoebaCommand.Version.class,
    subcommands = GenerateCompletion.class,
    description = "Data stores that keep their speed while they change.",
    footer = {
      "",
      "Examples:",
      "  amoeba coordinator --config coordinator.yaml   run the coordinator",
      "  amoeba doctor --config coordinator.yaml        check the setup of Flink and Redis",
      "  amoeba plan --config coordinator.yaml          print the plan it would create",
      "  amoeba status                                  state of a running coordinator",
      "  amoeba watch                                   show the status repeatedly",
      "  amoeba approve plan-7                          approve a plan",
      "  source <(amoeba generate-completion)           complete commands in bash and zsh",
      "",
      "Exit codes: 0 success, 1 failure, 2 invalid command line or configuration."
    })
public final class AmoebaCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  /** Runs the command line and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The command with all subcommands on the class path. */
  public static CommandLine commandLine() {
    CommandLine line = new CommandLine(new AmoebaCommand());
    ServiceLoader.load(AmoebaSubcommand.class).forEach(line::addSubcommand);
    line.setExecutionExceptionHandler(AmoebaCommand::failed);
    // Colours are escape sequences, and none pass.
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setOut(new PrintableWriter(line.getOut()));
    line.setErr(new PrintableWriter(line.getErr()));
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say what to do: name a subcommand.");
  }

  private static int failed(Exception e, CommandLine line, ParseResult parsed) throws Exception {
    if (e instanceof ConfigErrors) {
      line.getErr().println(e.getMessage());
      return ExitCode.USAGE;
    }
    if (e instanceof PortTaken || e instanceof ApiFailure) {
      line.getErr().println(e.getMessage());
      return ExitCode.FAILURE;
    }
    throw e;
  }

  /** The version that the build wrote into the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = AmoebaCommand.class.getPackage().getImplementationVersion();
      return new String[] {"amoeba " + (version == null ? "(development build)" : version)};
    }
  }
}
