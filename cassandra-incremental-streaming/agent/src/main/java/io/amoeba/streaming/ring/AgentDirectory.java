package io.amoeba.streaming.ring;

import java.nio.file.Path;
import org.apache.cassandra.config.DatabaseDescriptor;

/**
 * Where the agent keeps what it must not forget: next to the system tables, in their data
 * directory.
 */
public final class AgentDirectory {

  private AgentDirectory() {}

  public static Path path() {
    return Path.of(DatabaseDescriptor.getLocalSystemKeyspacesDataFileLocations()[0])
        .resolve("incremental-streaming");
  }
}
