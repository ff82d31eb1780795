package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Pauses all plans. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description =
        "Pauses planning until amoeba resume; a running plan stops at its next safe point.",
    footer = {"", "Examples:", "  amoeba pause", "", ServiceCommand.FOOTER})
public final class PauseCommand extends ServiceCommand {

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    return access.post("/api/v1/pause", "{}");
  }

  @Override
  void print(JsonNode answer, PrintWriter out) {
    out.println("Plans are paused.");
  }
}
