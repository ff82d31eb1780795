package io.amoeba.linearroad.servers;

import io.amoeba.linearroad.observe.CoordinatorAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Addresses of the systems of a run. Immutable.
 *
 * @param flink REST interface of the JobManager
 * @param kafka bootstrap servers
 * @param redis URIs of some or all nodes of the Redis Cluster
 * @param workFolder for files of the run; TaskManagers share it under the same path
 * @param logs place of the servers' logs, for people
 */
public record Endpoints(
    URI flink,
    String kafka,
    List<String> redis,
    CoordinatorAddress coordinator,
    Path workFolder,
    String logs) {
  /** Takes an immutable copy. */
  public Endpoints {
    redis = List.copyOf(redis);
  }

  /** The same with another folder. */
  Endpoints withWorkFolder(Path folder) {
    return new Endpoints(flink, kafka, redis, coordinator, folder, logs);
  }
}
