package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.knowledge.PlanProgress;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.plan.MigratePrimaries;
import io.amoeba.coordinator.plan.PlanAction.AlignedShare;
import io.amoeba.coordinator.plan.migration.MigratingPrimary;
import io.amoeba.coordinator.plan.migration.Migration;
import io.amoeba.coordinator.plan.migration.MigrationReason;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import io.amoeba.coordinator.plan.migration.SpareServer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The text form of a plan's migrations, and of how many of them are done. A value that is missing
 * or cannot be right is an {@link IllegalArgumentException}. Stateless.
 */
final class MigrateJson {

  private static final int MOST_PORT = 65_535;

  private MigrateJson() {}

  static void write(ObjectNode node, MigratePrimaries action, PlanProgress done) {
    node.put("old", action.old().name());
    MovesJson.writeShares(node.putArray("shares"), action.shares());
    ArrayNode migrations = node.putArray("migrations");
    action.migrations().forEach(migration -> write(migrations.addObject(), migration));
    if (done instanceof PlanProgress.Migrations now) {
      node.put("migrated", now.primaries()).put("underWay", now.underWay());
    }
  }

  private static void write(ObjectNode node, MigratingPrimary migrating) {
    Migration migration = migrating.migration();
    node.put("primary", migration.primary()).put("fromNode", migrating.fromNode());
    write(node.putObject("from"), migrating.from());
    node.put("toNode", migration.to().node());
    write(node.putObject("to"), migration.to().address());
    node.put("reason", migration.reason().name());
    ArrayNode spans = node.putArray("hashSlots");
    migrating.hashSlots().forEach(span -> spans.addArray().add(span.from()).add(span.to()));
    migrating.keys().ifPresent(keys -> node.put("keys", keys));
  }

  static void write(ObjectNode node, ServerAddress address) {
    node.put("host", address.host()).put("port", address.port());
  }

  static ActionJson.Acted read(JsonNode node) {
    List<AlignedShare> shares = MovesJson.readShares(node.path("shares"));
    List<MigratingPrimary> migrations = new ArrayList<>();
    node.path("migrations").forEach(migration -> migrations.add(migration(migration)));
    int migrated = node.path("migrated").asInt();
    if (migrations.isEmpty() || shares.isEmpty()) {
      throw new IllegalArgumentException("migrations or shares are missing");
    }
    if (migrated < 0 || migrated > migrations.size()) {
      throw new IllegalArgumentException(
          migrated + " of " + migrations.size() + " primaries cannot have migrated");
    }
    return new ActionJson.Acted(
        new MigratePrimaries(
            migrations, OldPrimary.valueOf(PlanFileJson.text(node, "old")), shares),
        new PlanProgress.Migrations(migrated, node.path("underWay").asText()));
  }

  private static MigratingPrimary migration(JsonNode node) {
    List<HashSlotSpan> spans = new ArrayList<>();
    node.path("hashSlots").forEach(span -> spans.add(ActionJson.span(span)));
    if (spans.isEmpty()) {
      throw new IllegalArgumentException("hashSlots is missing");
    }
    return new MigratingPrimary(
        new Migration(
            PlanFileJson.text(node, "primary"),
            new SpareServer(address(node.path("to")), PlanFileJson.text(node, "toNode")),
            MigrationReason.valueOf(PlanFileJson.text(node, "reason"))),
        address(node.path("from")),
        PlanFileJson.text(node, "fromNode"),
        spans,
        node.has("keys") ? OptionalLong.of(node.path("keys").asLong()) : OptionalLong.empty());
  }

  static ServerAddress address(JsonNode node) {
    int port = node.path("port").asInt();
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException("there is no port " + node.path("port"));
    }
    return new ServerAddress(PlanFileJson.text(node, "host"), port);
  }
}
