package io.amoeba.experiments.cassandra;

import io.amoeba.containers.engine.ContainerException;
import io.amoeba.containers.engine.Engine;
import io.amoeba.containers.stack.Container;
import io.amoeba.containers.stack.Guardian;
import io.amoeba.embedded.process.JavaCommand;
import io.amoeba.embedded.process.RunFolder;
import io.amoeba.experiments.load.RowFiles;
import io.amoeba.experiments.load.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The rows as SSTables, written once for all runs. Closing deletes them; so does a signal that ends
 * this JVM. Importing is safe for concurrent use.
 */
public final class PreparedRows implements AutoCloseable {
  private static final Duration WRITE = Duration.ofMinutes(20);
  private static final Duration COPY = Duration.ofMinutes(5);
  private static final String IMAGE = "amoeba/cassandra:dev";
  private static final String IN_WRITER = "/tmp/" + TableSchema.KEYSPACE + "/" + TableSchema.TABLE;
  private static final String CODE = "/tmp/experiments.jar";
  private static final String DATA = "/var/lib/cassandra/data";
  private static final String ROOT_IN_NODE = "/var/lib/cassandra/rows";

  /** Cassandra takes keyspace and table from the folders' names. */
  private static final String IN_NODE =
      ROOT_IN_NODE + "/" + TableSchema.KEYSPACE + "/" + TableSchema.TABLE;

  private final Engine engine;
  private final Path folder;
  // They are gigabytes.
  private final Thread shutdownHook = new Thread(this::delete);

  private PreparedRows(Engine engine, Path folder) {
    this.engine = engine;
    this.folder = folder;
  }

  /**
   * Writes them in a container of its own.
   *
   * @param fieldLength characters of each of the ten fields of a row
   * @param sstables of one size, over which rows are spread
   */
  public static PreparedRows write(Engine engine, int rows, int fieldLength, int sstables) {
    PreparedRows prepared = new PreparedRows(engine, temporaryFolder());
    Runtime.getRuntime().addShutdownHook(prepared.shutdownHook);
    boolean written = false;
    try (Guardian guardian = Guardian.of(prepared.folder.getFileName().toString())) {
      prepared.write(guardian.label(), rows, fieldLength, sstables);
      written = true;
      return prepared;
    } finally {
      if (!written) {
        prepared.close();
      }
    }
  }

  private static Path temporaryFolder() {
    try {
      return Files.createTempDirectory("amoeba-rows");
    } catch (IOException e) {
      throw new ContainerException("No folder can be made for the rows: " + e.getMessage(), e);
    }
  }

  private void write(String label, int rows, int fieldLength, int sstables) {
    String writer =
        engine
            .docker(
                "create",
                label,
                "--entrypoint=java",
                IMAGE,
                "@/etc/cassandra/jvm17-server.options",
                "-Xmx1g",
                "-Dcassandra.storagedir=/tmp/cassandra",
                "-cp",
                "/etc/cassandra:/opt/cassandra/lib/*:" + CODE,
                RowFiles.class.getName(),
                IN_WRITER,
                String.valueOf(rows),
                String.valueOf(fieldLength),
                String.valueOf(sstables))
            .strip();
    engine.docker("cp", JavaCommand.entry(RowFiles.class).toString(), writer + ":" + CODE);
    engine.program(List.of("docker", "start", "-a", writer), Map.of(), WRITE);
    engine.program(
        List.of("docker", "cp", writer + ":" + IN_WRITER, folder.resolve("rows").toString()),
        Map.of(),
        COPY);
  }

  /** Gives a node all rows of its table, which must be there and empty. */
  public void importTo(Container node) {
    node.exec("mkdir", "-p", IN_NODE);
    engine.program(
        List.of("docker", "cp", folder.resolve("rows") + "/.", node.id() + ":" + IN_NODE),
        Map.of(),
        COPY);
    // Files of Cassandra's own user are moved, not read and copied. Nodes may not change owners.
    engine.docker(
        "run",
        "--rm",
        "--user=root",
        "--network=none",
        "--volumes-from=" + node.id(),
        "--entrypoint=chown",
        IMAGE,
        "-R",
        "--reference=" + DATA,
        ROOT_IN_NODE);
    // With more nodes than replicas, it is not a replica of some rows, and is never read for them.
    node.exec(
        "nodetool",
        "import",
        "--no-verify",
        "--no-tokens",
        TableSchema.KEYSPACE,
        TableSchema.TABLE,
        IN_NODE);
    node.exec("rm", "-r", ROOT_IN_NODE);
    if (node.exec("nodetool", "tablestats", TableSchema.KEYSPACE + "." + TableSchema.TABLE)
        .lines()
        .anyMatch(line -> line.strip().equals("SSTable count: 0"))) {
      throw new ContainerException(node + " found no rows to import; its log says why");
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(shutdownHook);
    } catch (IllegalStateException e) {
      return; // this process ends, and the hook does the same
    }
    delete();
  }

  private void delete() {
    try {
      RunFolder.delete(folder);
    } catch (IOException e) {
      throw new ContainerException(
          "The folder %s cannot be deleted (%s): delete it".formatted(folder, e.getMessage()), e);
    }
  }
}
