package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Says how a running coordinator and its cluster are. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Shows mode, job, rates, symptoms and the open plan of a running coordinator.",
    footer = {
      "",
      "Examples:",
      "  amoeba status",
      "  amoeba status --url https://coordinator:7070 --ca ca.pem --token-file token --json",
      "",
      ServiceCommand.FOOTER
    })
public final class StatusCommand extends ServiceCommand {

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    return access.get("/api/v1/status");
  }

  @Override
  void print(JsonNode status, PrintWriter out) {
    StatusText.print(status, out);
  }
}
