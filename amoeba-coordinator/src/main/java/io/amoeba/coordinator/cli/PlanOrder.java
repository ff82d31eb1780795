package io.amoeba.coordinator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.PrintWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** An order about one plan. */
abstract class PlanOrder extends ServiceCommand {

  private final String verb;

  @Parameters(paramLabel = "ID", description = "Id of the plan, as amoeba plans shows it.")
  private String id = "";

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "Reason, at most 500 characters; stored with the plan.")
  private String note = "";

  PlanOrder(String verb) {
    this.verb = verb;
  }

  @Override
  final JsonNode ask(CoordinatorAccess access) throws InterruptedException {
    String path = "/api/v1/plans/" + URLEncoder.encode(id, StandardCharsets.UTF_8) + "/" + verb;
    return access.post(path, JsonNodeFactory.instance.objectNode().put("note", note).toString());
  }

  @Override
  final void print(JsonNode plan, PrintWriter out) {
    out.printf("%s is %s.%n", plan.path("id").asText(), plan.path("state").asText());
  }
}
