package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lets the lead return to a server. */
@Command(
    name = "take-back",
    mixinStandardHelpOptions = true,
    description =
        "Lets a server lead again that amoeba hand-over took the lead from, once it is in sync.",
    footer = {"", "Examples:", "  amoeba take-back 10.0.0.1:6379", "", ServiceCommand.FOOTER})
public final class TakeBackCommand extends ServiceCommand {

  @Parameters(paramLabel = "HOST:PORT", description = "Server that is to lead again.")
  private String server = "";

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    return access.post(
        "/api/v1/take-back",
        JsonNodeFactory.instance.objectNode().put("server", server).toString());
  }

  @Override
  void print(JsonNode plan, PrintWriter out) {
    out.printf(
        "The lead returns; amoeba explain %s shows how far it is.%n", plan.path("id").asText());
  }
}
