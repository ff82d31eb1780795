package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** Ends a pause. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    description = "Resumes planning and the paused plan.",
    footer = {"", "Examples:", "  amoeba resume", "", ServiceCommand.FOOTER})
public final class ResumeCommand extends ServiceCommand {

  @Override
  JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    return access.post("/api/v1/resume", "{}");
  }

  @Override
  void print(JsonNode answer, PrintWriter out) {
    out.println("Planning resumed.");
  }
}
