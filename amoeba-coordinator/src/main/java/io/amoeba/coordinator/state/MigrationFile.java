package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.migration.MigrationJournal;
import io.amoeba.coordinator.execute.migration.MigrationPhase;
import io.amoeba.coordinator.execute.migration.OldPrimary;
import io.amoeba.coordinator.execute.migration.OpenMigration;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.plan.migration.ServerAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the migration of a primary that has begun in a file, which exists only meanwhile. Confined
 * to one thread.
 */
public final class MigrationFile implements MigrationJournal {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FORMAT = 1;

  private final Path file;

  /** A file that need not exist yet; its folder must. */
  public MigrationFile(Path file) {
    this.file = file;
  }

  @Override
  public Optional<OpenMigration> open() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(file));
      if (node.path("format").asInt() != FORMAT) {
        throw new IllegalArgumentException("it is not of format " + FORMAT);
      }
      List<HashSlotSpan> hashSlots = new ArrayList<>();
      for (JsonNode span : field(node, "hashSlots")) {
        hashSlots.add(new HashSlotSpan(span.path(0).asInt(), span.path(1).asInt()));
      }
      return Optional.of(
          new OpenMigration(
              MigrationPhase.valueOf(text(node, "phase")),
              text(node, "primary"),
              address(node, "primaryAddress"),
              address(node, "server"),
              text(node, "serverId"),
              field(node, "wasMember").asBoolean(),
              OldPrimary.valueOf(text(node, "old")),
              field(node, "epoch").asLong(),
              hashSlots));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "migration file "
              + file
              + " cannot be read: "
              + e.getMessage()
              + ". See which server is the primary and which one its replica (CLUSTER NODES), end the"
              + " migration by hand, and delete the file.",
          e);
    }
  }

  @Override
  public void keep(OpenMigration migration) {
    ObjectNode node = JSON.createObjectNode();
    node.put("format", FORMAT).put("phase", migration.phase().name());
    node.put("primary", migration.primary());
    node.set("primaryAddress", json(migration.primaryAddress()));
    node.set("server", json(migration.server()));
    node.put("serverId", migration.serverId()).put("wasMember", migration.wasMember());
    node.put("old", migration.old().name()).put("epoch", migration.epoch());
    ArrayNode hashSlots = node.putArray("hashSlots");
    migration.hashSlots().forEach(span -> hashSlots.addArray().add(span.from()).add(span.to()));
    try {
      ReplacedFile.write(file, JSON.writeValueAsBytes(node));
      ReplacedFile.forceFolder(file);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "migration file "
              + file
              + " could not be written, so primary "
              + migration.primary()
              + " does not enter phase "
              + migration.phase()
              + ": "
              + e,
          e);
    }
  }

  @Override
  public void end() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("migration file " + file + " could not be deleted: " + e, e);
    }
  }

  private static ObjectNode json(ServerAddress address) {
    return JSON.createObjectNode().put("host", address.host()).put("port", address.port());
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
