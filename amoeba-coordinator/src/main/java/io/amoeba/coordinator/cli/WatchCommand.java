package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows a running coordinator's status repeatedly. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    description = {
      "Shows the output of amoeba status repeatedly, until Ctrl-C.",
      "If the coordinator stops answering, reports it and continues; only the first request must"
          + " succeed."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba watch",
      "  amoeba watch --interval 5s --json >> status.jsonl",
      "",
      "Exit codes: 0 --count requests are done, 1 no first answer (the message gives the reason), 2"
          + " invalid command line, 130 Ctrl-C."
    })
public final class WatchCommand extends CheckedCommand implements AmoebaSubcommand {

  /** ANSI: the cursor goes home, the rest of a line and of the screen is cleared. */
  private static final String HOME = "\u001b[H";

  private static final String CLEAR_LINE = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  @Mixin private CoordinatorAccess coordinator = new CoordinatorAccess();

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      converter = Times.class,
      description = "Interval between two requests, 100ms … 1h. Default: 1s.")
  @Within(least = "100ms", most = "1h")
  private Duration interval = Duration.ofSeconds(1);

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "Number of requests. Default: unlimited.")
  @Within(least = "1", most = "2147483647")
  private int requests = Integer.MAX_VALUE;

  @Option(
      names = "--json",
      description =
          "Print one JSON document per request, each on a line; {\"error\"} without an answer.")
  private boolean json;

  /** Called by the service loader. */
  public WatchCommand() {
    super("The watch");
  }

  @Override
  protected Callable<Integer> read(GivenOptions given) {
    return this::watch;
  }

  private int watch() throws InterruptedException {
    boolean terminal = System.console() != null;
    PrintWriter out = spec().commandLine().getOut();
    JsonNode status = coordinator.get("/api/v1/status");
    for (int request = 1; ; request++) {
      if (json) {
        out.println(status);
      } else {
        show(screen(status), out, terminal);
      }
      out.flush();
      if (request == requests) {
        return ExitCode.OK;
      }
      Thread.sleep(interval.toMillis());
      status = next();
    }
  }

  /** Who watches, watches through a restart of the coordinator, too. */
  private JsonNode next() throws InterruptedException {
    try {
      return coordinator.get("/api/v1/status");
    } catch (ApiFailure e) {
      return JsonNodeFactory.instance.objectNode().put("error", e.getMessage());
    }
  }

  /**
   * On a terminal it is overwritten line by line, which does not flicker as a cleared screen does.
   */
  private static void show(String screen, PrintWriter out, boolean terminal) {
    if (!terminal) {
      out.print(screen);
      return;
    }
    PrintableWriter.control(out, HOME);
    screen
        .lines()
        .forEach(
            line -> {
              out.print(line);
              PrintableWriter.control(out, CLEAR_LINE);
              out.println();
            });
    PrintableWriter.control(out, CLEAR_BELOW);
  }

  private String screen(JsonNode status) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.printf(
        "%s  %s  every %d ms%n",
        coordinator.url(),
        Shown.time(JsonNodeFactory.instance.numberNode(Instant.now().toEpochMilli())),
        interval.toMillis());
    if (status.has("error")) {
      out.println("No answer: " + status.path("error").asText());
    } else {
      StatusText.print(status, out);
    }
    out.println();
    out.flush();
    return text.toString();
  }
}
