package io.amoeba.linearroad.run;

import io.amoeba.linearroad.observe.CoordinatorAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * Servers that run already, on whatever machines. Immutable.
 *
 * @param flink REST interface of the JobManager
 * @param kafka bootstrap servers
 * @param redis URIs of some or all nodes of the Redis Cluster
 * @param coordinator where it is
 * @param sharedFolder that this process and all of Flink see under the same path
 * @param emptyRedis whether everything in Redis is removed before the run
 */
public record GivenServers(
    URI flink,
    String kafka,
    List<String> redis,
    CoordinatorAddress coordinator,
    Path sharedFolder,
    boolean emptyRedis) {
  /** Takes an immutable copy. */
  public GivenServers {
    redis = List.copyOf(redis);
  }
}
