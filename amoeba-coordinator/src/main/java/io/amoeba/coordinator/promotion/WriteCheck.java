package io.amoeba.coordinator.promotion;

import io.amoeba.coordinator.cluster.ClusterView;
import io.amoeba.coordinator.cluster.ServerView;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a server would take writes as a primary. Pure functions. Source: the annotated
 * redis.conf, stop-writes-on-bgsave-error and min-replicas-to-write.
 */
public final class WriteCheck {

  private WriteCheck() {}

  /**
   * Why a server would refuse writes as a primary, in words with the remedy.
   *
   * @param primary id of the primary that it replaces
   * @param formerStays whether that one stays as a replica
   */
  public static List<String> problems(
      ClusterView seen, ServerView server, String primary, boolean formerStays) {
    List<String> problems = new ArrayList<>();
    server.writeGuards().failures().stream()
        .sorted()
        .forEach(
            failure ->
                problems.add(
                    "%s would refuse writes as a primary: %s. Make room in its folder (CONFIG GET dir), see its log, %s"
                        .formatted(server, failure.text(), failure.remedy())));
    int needed = server.writeGuards().leastReplicas();
    long others =
        seen.replicas(primary).stream()
            .filter(other -> !other.id().equals(server.id()))
            .filter(other -> other.replication().linkUp())
            .count();
    long replicas = others + (formerStays ? 1 : 0);
    if (needed > replicas) {
      problems.add(
          "%s would refuse writes as a primary: min-replicas-to-write is %d, and it would have %d replicas. Add replicas, or CONFIG SET min-replicas-to-write %d"
              .formatted(server, needed, replicas, replicas));
    }
    return problems;
  }
}
