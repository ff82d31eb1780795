package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintWriter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets the lead leave a server. */
@Command(
    name = "hand-over",
    mixinStandardHelpOptions = true,
    description = {
      "Lets a replica lead in place of a server, so that you can restart or upgrade the server.",
      "The lead returns with amoeba take-back, or when the time is over. No data move."
    },
    footer = {
      "",
      "Examples:",
      "  amoeba hand-over 10.0.0.1:6379",
      "  amoeba hand-over 10.0.0.1:6379 --to 10.0.0.2:6379 --for 15m",
      "",
      ServiceCommand.FOOTER
    })
public final class HandOverCommand extends ServiceCommand {

  @Parameters(paramLabel = "HOST:PORT", description = "Primary that gives up the lead.")
  private String server = "";

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      description = "Replica that leads instead. Default: the coordinator chooses.")
  private String to = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = Times.class,
      description = "Longest time until the lead returns by itself, 1s … 24h. Default: 1h.")
  @Within(least = "1s", most = "24h")
  private Duration longest = Duration.ofHours(1);

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    ObjectNode body =
        JsonNodeFactory.instance
            .objectNode()
            .put("server", server)
            .put("longestMillis", longest.toMillis());
    if (!to.isEmpty()) {
      body.put("to", to);
    }
    return access.post("/api/v1/hand-over", body.toString());
  }

  @Override
  void print(JsonNode plan, PrintWriter out) {
    out.printf(
        "%s: %s. Wait until amoeba explain %s says that it leads; then restart the server.%n",
        plan.path("id").asText(), plan.path("summary").asText(), plan.path("id").asText());
  }
}
