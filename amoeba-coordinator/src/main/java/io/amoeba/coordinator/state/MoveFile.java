package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.moves.MoveJournal;
import io.amoeba.coordinator.execute.moves.OpenHashSlot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Keeps the move of a hash slot that has begun in a file, which exists only meanwhile. Confined to
 * one thread.
 */
public final class MoveFile implements MoveJournal {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int FORMAT = 1;

  private final Path file;

  /** A file that need not exist yet; its folder must. */
  public MoveFile(Path file) {
    this.file = file;
  }

  /** The journal of the moves of the plans in a file: {@code plans.json.move} for one. */
  public static MoveFile beside(Path plans) {
    return new MoveFile(plans.resolveSibling(plans.getFileName() + ".move"));
  }

  @Override
  public Optional<OpenHashSlot> open() {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode node = JSON.readTree(Files.readAllBytes(file));
      if (node.path("format").asInt() != FORMAT || !node.path("hashSlot").isInt()) {
        throw new IllegalArgumentException("it is not of format " + FORMAT);
      }
      return Optional.of(
          new OpenHashSlot(
              node.path("hashSlot").asInt(),
              text(node, "from"),
              text(node, "to"),
              text(node, "sourceRun")));
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "move file "
              + file
              + " cannot be read: "
              + e.getMessage()
              + ". See whether a hash slot is open (amoeba doctor, redis-open-migrations), close it"
              + " by hand, and delete the file.",
          e);
    }
  }

  @Override
  public void begin(OpenHashSlot move) {
    ObjectNode node = JSON.createObjectNode();
    node.put("format", FORMAT).put("hashSlot", move.hashSlot());
    node.put("from", move.from()).put("to", move.to()).put("sourceRun", move.sourceRun());
    try {
      ReplacedFile.write(file, JSON.writeValueAsBytes(node));
      ReplacedFile.forceFolder(file);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "move file "
              + file
              + " could not be written, so hash slot "
              + move.hashSlot()
              + " does not begin to move: "
              + e,
          e);
    }
  }

  @Override
  public void end() {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("move file " + file + " could not be deleted: " + e, e);
    }
  }

  private static String text(JsonNode node, String field) {
    if (!node.path(field).isTextual()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asText();
  }
}
