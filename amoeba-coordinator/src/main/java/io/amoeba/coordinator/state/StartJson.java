package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.StartServers;
import java.util.ArrayList;
import java.util.List;

/**
 * The text form of a plan's starts of servers, and of how many of them are members. A value that is
 * missing or cannot be right is an {@link IllegalArgumentException}. Stateless.
 */
final class StartJson {

  private StartJson() {}

  static void write(ObjectNode node, StartServers action, PlanProgress done) {
    MovesJson.writeShares(node.putArray("shares"), action.shares());
    ArrayNode servers = node.putArray("servers");
    for (StartServers.Server server : action.servers()) {
      MigrateJson.write(servers.addObject().put("node", server.node()), server.address());
    }
    if (done instanceof PlanProgress.Starts now) {
      node.put("members", now.members());
    }
  }

  static ActionJson.Acted read(JsonNode node) {
    List<AlignedShare> shares = MovesJson.readShares(node.path("shares"));
    List<StartServers.Server> servers = new ArrayList<>();
    for (JsonNode server : node.path("servers")) {
      servers.add(
          new StartServers.Server(PlanFileJson.text(server, "node"), MigrateJson.address(server)));
    }
    int members = node.path("members").asInt();
    if (servers.isEmpty() || shares.isEmpty()) {
      throw new IllegalArgumentException("servers or shares are missing");
    }
    if (members < 0 || members > servers.size()) {
      throw new IllegalArgumentException(
          members + " of " + servers.size() + " servers cannot be members");
    }
    return new ActionJson.Acted(
        new StartServers(servers, shares), new PlanProgress.Starts(members));
  }
}
