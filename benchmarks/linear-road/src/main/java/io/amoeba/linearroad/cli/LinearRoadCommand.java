package io.amoeba.linearroad.cli;

import io.amoeba.coordinator.cli.AmoebaSubcommand;
import io.amoeba.coordinator.cli.CheckedCommand;
import io.amoeba.coordinator.cli.ExitCode;
import io.amoeba.coordinator.cli.GivenOptions;
import io.amoeba.linearroad.rating.LRating;
import io.amoeba.linearroad.rating.RatingOptions;
import io.amoeba.linearroad.report.HtmlReport;
import io.amoeba.linearroad.report.JsonReport;
import io.amoeba.linearroad.report.Summary;
import io.amoeba.linearroad.report.TerminalView;
import io.amoeba.linearroad.run.LinearRoadRun;
import io.amoeba.linearroad.run.RunOptions;
import io.amoeba.linearroad.run.RunResult;
import io.amoeba.linearroad.servers.Distribution;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;

/** Runs Linear Road on real servers of this machine, before and after alignment. */
@Command(
    name = "linear-road",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    subcommands = {ValidateCommand.class, GenerateCommand.class},
    resourceBundle = "io.amoeba.linearroad.help")
public final class LinearRoadCommand extends CheckedCommand implements AmoebaSubcommand {
  private static final String LOG_CONFIGURATION = "logback.configurationFile";

  @Mixin private RunArguments arguments = new RunArguments();

  /** Called by the service loader. */
  public LinearRoadCommand() {
    super("Linear Road");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    keepLogsOffTheTerminal();
    PrintWriter out = spec().commandLine().getOut();
    RunReader reader = new RunReader(arguments, given);
    if (arguments.findLRating) {
      RatingOptions rating = reader.rating();
      return () -> new LRating(rating, Distribution.locate(), out).run() ? 0 : 1;
    }
    RunOptions options = reader.run();
    return () -> run(options, reader.report(), out);
  }

  /** Keeps log lines off the terminal, which shows the run. */
  public static void keepLogsOffTheTerminal() {
    if (System.getProperty(LOG_CONFIGURATION) == null) {
      System.setProperty(LOG_CONFIGURATION, "io/amoeba/linearroad/logging.xml");
    }
  }

  private int run(RunOptions options, @Nullable Path report, PrintWriter out)
      throws IOException, InterruptedException {
    TerminalView view = new TerminalView(out, Ansi.AUTO.enabled());
    RunResult result = new LinearRoadRun(options, Distribution.locate(), view).run();
    view.close();
    out.print(Summary.of(result));
    if (arguments.json != null) {
      JsonReport.write(result, arguments.json);
    }
    if (report != null) {
      HtmlReport.write(result, report);
      out.println("Report: " + report.toAbsolutePath());
    }
    out.flush();
    return result.failures().isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
  }
}
