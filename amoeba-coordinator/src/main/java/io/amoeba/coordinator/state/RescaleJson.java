package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.RescaleJob;
import io.amoeba.coordinator.plan.RescaleWay;
import java.util.ArrayList;
import java.util.List;

/**
 * The text form of a plan that rescales the job, and of how far it has come. A value that is
 * missing or cannot be right is an {@link IllegalArgumentException}. Stateless.
 */
final class RescaleJson {

  private RescaleJson() {}

  static void write(ObjectNode node, RescaleJob action, PlanProgress done) {
    MovesJson.writeShares(node.putArray("shares"), action.shares());
    node.put("job", action.job())
        .put("name", action.name())
        .put("way", action.way().text())
        .put("from", action.from())
        .put("to", action.to());
    action.nodes().forEach(node.putArray("nodes")::add);
    if (done instanceof PlanProgress.Rescaling now) {
      node.put("successor", now.job()).put("underWay", now.underWay()).put("ended", now.ended());
    }
  }

  static ActionJson.Acted read(JsonNode node) {
    List<AlignedShare> shares = MovesJson.readShares(node.path("shares"));
    List<String> nodes = new ArrayList<>();
    node.path("nodes").forEach(name -> nodes.add(name.asText()));
    int from = node.path("from").asInt();
    int to = node.path("to").asInt();
    if (from < 1 || to < 1 || from == to || nodes.isEmpty() || shares.isEmpty()) {
      throw new IllegalArgumentException(
          "a job cannot be rescaled from %d to %d subtasks on %s".formatted(from, to, nodes));
    }
    return new ActionJson.Acted(
        new RescaleJob(
            PlanFileJson.text(node, "job"),
            PlanFileJson.text(node, "name"),
            RescaleWay.of(PlanFileJson.text(node, "way")),
            from,
            to,
            nodes,
            shares),
        new PlanProgress.Rescaling(
            node.path("successor").asText(),
            node.path("underWay").asText(),
            node.path("ended").asText()));
  }
}
