package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.migration.MigrationJournal;
import io.amoeba.coordinator.execute.migration.MigrationPhase;
import io.amoeba.coordinator.execute.migration.OpenMigration;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.plan.migration.OldPrimary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the migration of a primary that has begun in a file, which exists only meanwhile. Confined
 * to one thread.
 */
public final class MigrationFile implements MigrationJournal {

  private final JournalFile file;

  /** A file that need not exist yet; its folder must. */
  public MigrationFile(Path file, Leadership leadership) {
    this.file = new JournalFile("migration file", file, leadership);
  }

  /**
   * Where the journal of the migrations of the plans in a file is: {@code plans.json.migration} for
   * one.
   */
  public static Path path(Path plans) {
    return plans.resolveSibling(plans.getFileName() + ".migration");
  }

  @Override
  public Optional<OpenMigration> open() {
    return file.read(
        MigrationFile::migration,
        "See which server is the primary and which one its replica (CLUSTER NODES), end the"
            + " migration manually");
  }

  private static OpenMigration migration(JsonNode node) {
    List<HashSlotSpan> hashSlots = new ArrayList<>();
    for (JsonNode span : field(node, "hashSlots")) {
      hashSlots.add(new HashSlotSpan(span.path(0).asInt(), span.path(1).asInt()));
    }
    return new OpenMigration(
        MigrationPhase.valueOf(text(node, "phase")),
        text(node, "primary"),
        address(node, "primaryAddress"),
        address(node, "server"),
        text(node, "serverId"),
        field(node, "wasMember").asBoolean(),
        OldPrimary.valueOf(text(node, "old")),
        field(node, "epoch").asLong(),
        hashSlots);
  }

  @Override
  public void keep(OpenMigration migration) {
    ObjectNode node = JournalFile.document().put("phase", migration.phase().name());
    node.put("primary", migration.primary());
    write(node.putObject("primaryAddress"), migration.primaryAddress());
    write(node.putObject("server"), migration.server());
    node.put("serverId", migration.serverId()).put("wasMember", migration.wasMember());
    node.put("old", migration.old().name()).put("epoch", migration.epoch());
    ArrayNode hashSlots = node.putArray("hashSlots");
    migration.hashSlots().forEach(span -> hashSlots.addArray().add(span.from()).add(span.to()));
    file.write(
        node,
        "primary %s does not enter phase %s".formatted(migration.primary(), migration.phase()));
  }

  @Override
  public void end() {
    file.delete();
  }

  private static void write(ObjectNode node, ServerAddress address) {
    node.put("host", address.host()).put("port", address.port());
  }

  private static ServerAddress address(JsonNode node, String field) {
    JsonNode address = field(node, field);
    return new ServerAddress(text(address, "host"), field(address, "port").asInt());
  }

  private static String text(JsonNode node, String field) {
    if (!field(node, field).isTextual()) {
      throw new IllegalArgumentException(field + " is no text");
    }
    return field(node, field).asText();
  }

  private static JsonNode field(JsonNode node, String field) {
    JsonNode found = node.path(field);
    if (found.isMissingNode()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return found;
  }
}
