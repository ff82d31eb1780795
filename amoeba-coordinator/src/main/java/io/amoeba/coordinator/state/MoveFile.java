package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.moves.MoveJournal;
import io.amoeba.coordinator.execute.moves.MoveWay;
import io.amoeba.coordinator.execute.moves.OpenHashSlots;
import io.amoeba.coordinator.lease.Leadership;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the move of hash slots that has begun in a file, which exists only meanwhile. Confined to
 * one thread.
 */
public final class MoveFile implements MoveJournal {

  private final JournalFile file;

  /** A file that need not exist yet; its folder must. */
  public MoveFile(Path file, Leadership leadership) {
    this.file = new JournalFile("move file", file, leadership);
  }

  /** Where the journal of the moves of the plans in a file is: {@code plans.json.move} for one. */
  public static Path path(Path plans) {
    return plans.resolveSibling(plans.getFileName() + ".move");
  }

  @Override
  public Optional<OpenHashSlots> open() {
    return file.read(
        MoveFile::move,
        "Check whether a hash slot is open (amoeba doctor, redis-open-migrations), close it manually");
  }

  @Override
  public void begin(OpenHashSlots move) {
    ObjectNode node = JournalFile.document();
    move.hashSlots().forEach(node.putArray("hashSlots")::add);
    node.put("from", move.from()).put("to", move.to()).put("sourceRun", move.sourceRun());
    node.put("way", move.way().name());
    file.write(node, move.names() + " does not start to move");
  }

  @Override
  public void end() {
    file.delete();
  }

  private static OpenHashSlots move(JsonNode node) {
    return new OpenHashSlots(
        hashSlots(node), text(node, "from"), text(node, "to"), text(node, "sourceRun"), way(node));
  }

  /** Older coordinators know one way. */
  private static MoveWay way(JsonNode node) {
    return node.has("way") ? MoveWay.valueOf(text(node, "way")) : MoveWay.SETSLOT_AND_MIGRATE;
  }

  /** Older coordinators have one hash slot open at a time. */
  private static List<Integer> hashSlots(JsonNode node) {
    if (node.path("hashSlot").isInt()) {
      return List.of(node.path("hashSlot").asInt());
    }
    List<Integer> hashSlots = new ArrayList<>();
    for (JsonNode hashSlot : node.path("hashSlots")) {
      if (!hashSlot.isInt()) {
        throw JournalFile.otherFormat();
      }
      hashSlots.add(hashSlot.asInt());
    }
    return hashSlots;
  }

  private static String text(JsonNode node, String field) {
    if (!node.path(field).isTextual()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asText();
  }
}
