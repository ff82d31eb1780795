package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Pauses all plans. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    description =
        "No plan begins, and none goes on behind its next safe point, until amoeba resume.",
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
