package io.amoeba.coordinator.state;

import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.operations.OperationCodec;
import io.amoeba.coordinator.operations.OperationJournal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the state of the operation that is open in a file, which exists only as long. Used by one
 * thread at a time.
 */
public final class OperationFile implements OperationJournal {

  private static final String REMEDY =
      "See what is half done: whether the job runs (start it from its savepoint if it does not),"
          + " whether a hash slot is open (amoeba doctor, redis-open-migrations; close it manually),"
          + " and which servers are primaries and replicas (CLUSTER NODES)";

  private final JournalFile file;

  /** A file that need not exist yet; its folder must. */
  public OperationFile(Path file, Leadership leadership) {
    this.file = new JournalFile("operation file", file, leadership);
  }

  /** Where the journal for the plans in a file is: {@code plans.json.operation} for one. */
  public static Path path(Path plans) {
    return plans.resolveSibling(plans.getFileName() + ".operation");
  }

  @Override
  public Optional<Entry> open(Map<String, Class<? extends Record>> states) {
    return file.read(node -> OperationCodec.read(node, states), REMEDY);
  }

  /**
   * The kind of the operation that is open.
   *
   * @throws IllegalStateException if it cannot be read
   */
  public Optional<String> openKind() {
    return file.read(node -> node.path("kind").asText(), REMEDY);
  }

  @Override
  public void write(Entry entry) {
    file.write(
        OperationCodec.write(entry),
        "%s (%s) does not continue".formatted(entry.plan(), entry.kind()));
  }

  @Override
  public void clear() {
    file.delete();
  }
}
