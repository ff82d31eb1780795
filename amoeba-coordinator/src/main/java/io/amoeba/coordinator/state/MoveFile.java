package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.moves.MoveJournal;
import io.amoeba.coordinator.execute.moves.OpenHashSlot;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps the move of a hash slot that has begun in a file, which exists only meanwhile. Confined to
 * one thread.
 */
public final class MoveFile implements MoveJournal {

  private final JournalFile file;

  /** A file that need not exist yet; its folder must. */
  public MoveFile(Path file) {
    this.file = new JournalFile("move file", file);
  }

  /** The journal of the moves of the plans in a file: {@code plans.json.move} for one. */
  public static MoveFile beside(Path plans) {
    return new MoveFile(plans.resolveSibling(plans.getFileName() + ".move"));
  }

  @Override
  public Optional<OpenHashSlot> open() {
    return file.read(
        MoveFile::move,
        "See whether a hash slot is open (amoeba doctor, redis-open-migrations), close it by hand");
  }

  @Override
  public void begin(OpenHashSlot move) {
    ObjectNode node = JournalFile.document().put("hashSlot", move.hashSlot());
    node.put("from", move.from()).put("to", move.to()).put("sourceRun", move.sourceRun());
    file.write(node, "hash slot " + move.hashSlot() + " does not begin to move");
  }

  @Override
  public void end() {
    file.delete();
  }

  private static OpenHashSlot move(JsonNode node) {
    if (!node.path("hashSlot").isInt()) {
      throw JournalFile.otherFormat();
    }
    return new OpenHashSlot(
        node.path("hashSlot").asInt(),
        text(node, "from"),
        text(node, "to"),
        text(node, "sourceRun"));
  }

  private static String text(JsonNode node, String field) {
    if (!node.path(field).isTextual()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asText();
  }
}
