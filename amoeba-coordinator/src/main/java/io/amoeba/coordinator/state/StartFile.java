package io.amoeba.coordinator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.command.CommandJournal;
import io.amoeba.coordinator.lease.Leadership;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * Keeps the command that starts a server in a file, which exists only meanwhile. Confined to one
 * thread.
 */
public final class StartFile implements CommandJournal {

  private final JournalFile file;

  /** A file that need not exist yet; its folder must. */
  public StartFile(Path file, Leadership leadership) {
    this.file = new JournalFile("start file", file, leadership);
  }

  /** Where the journal for the plans in a file is: {@code plans.json.start} for one. */
  public static Path path(Path plans) {
    return plans.resolveSibling(plans.getFileName() + ".start");
  }

  @Override
  public Optional<Begun> open() {
    return file.read(StartFile::begun, "See whether a command that starts a server still runs");
  }

  @Override
  public void begin(Begun command) {
    ObjectNode node = JournalFile.document();
    node.put("pid", command.pid()).put("beganMillis", command.began().toEpochMilli());
    file.write(node, "the command was killed");
  }

  @Override
  public void end() {
    file.delete();
  }

  private static Begun begun(JsonNode node) {
    return new Begun(number(node, "pid"), Instant.ofEpochMilli(number(node, "beganMillis")));
  }

  private static long number(JsonNode node, String field) {
    if (!node.path(field).isIntegralNumber()) {
      throw new IllegalArgumentException(field + " is missing");
    }
    return node.path(field).asLong();
  }
}
