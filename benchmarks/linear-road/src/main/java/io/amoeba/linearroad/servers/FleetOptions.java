package io.amoeba.linearroad.servers;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The servers of a run. Immutable.
 *
 * @param nodes at the start; each a TaskManager and a Redis primary
 * @param taskSlots of each TaskManager
 * @param layout where Redis primaries start, and whether a node is added
 * @param replicas of each Redis primary, on hosts of their own
 * @param httpPort of the coordinator; 0: any free one
 * @param job how the job works
 * @param stateMegabytes heap that all TaskManagers together need for the state of the traffic,
 *     beyond what a small one needs
 * @param keep whether the run folder is kept
 * @param folder where the run folder is made
 */
public record FleetOptions(
    int nodes,
    int taskSlots,
    Layout layout,
    int replicas,
    int httpPort,
    JobSettings job,
    int stateMegabytes,
    boolean keep,
    Path folder) {
  /** The folder for run folders. */
  public static final Path TEMPORARY_FOLDER = Path.of(System.getProperty("java.io.tmpdir"));

  /** The same with memory for more traffic. */
  public FleetOptions withStateMegabytes(int megabytes) {
    return new FleetOptions(
        nodes, taskSlots, layout, replicas, httpPort, job, megabytes, keep, folder);
  }

  /** Where the servers are. */
  public enum Layout {
    /** On each node a TaskManager and a Redis primary. */
    TOGETHER,
    /**
     * The Redis primaries start on hosts of their own; each node has an empty member of their
     * cluster.
     */
    REDIS_APART,
    /** Like {@link #TOGETHER}; in the middle of the run a node is added to the job. */
    NODE_ADDED,
    /** Likewise, but to the store, with its share of the hash slots: the job follows. */
    NODE_ADDED_TO_STORE,
    /**
     * Like {@link #TOGETHER}; the replica of each primary belongs to the next node, where it leads
     * while its primary saves, and routing follows.
     */
    REPLICAS_ON_NODES
  }

  /** Whether the replica of each primary belongs to another node of the job. */
  public boolean hasReplicasOnNodes() {
    return layout == Layout.REPLICAS_ON_NODES;
  }

  /** Whether a node is added in the middle of the run. */
  public boolean addsNode() {
    return layout == Layout.NODE_ADDED || jobFollows();
  }

  /** Whether it is added to the store, and the job follows. */
  public boolean jobFollows() {
    return layout == Layout.NODE_ADDED_TO_STORE;
  }

  /** The change that precedes the alignment of routing, for people. */
  public String migration() {
    if (jobFollows()) {
      return "the rescale of the job to the new node";
    }
    if (job.keyed) {
      return "the moves of all hash slots to the keyed stream's nodes";
    }
    return addsNode()
        ? "the growth of the store to the new node"
        : "the migration of all Redis primaries";
  }

  /** Nodes at the end. */
  public int finalNodes() {
    return addsNode() ? nodes + 1 : nodes;
  }

  /** Subtasks of each operator at the start. */
  public int parallelism() {
    return nodes * taskSlots;
  }

  /** Partitions of the topics: one for each subtask at the end. */
  public int partitions() {
    return finalNodes() * taskSlots;
  }

  /**
   * How the job works.
   *
   * @param immediate whether maps change without hand-over
   * @param keyed whether operator Toll is part of a keyed stream that the store follows
   * @param redisBatch maximum of requests that are sent together
   * @param freshReads of queries about the past, which replicas may answer; null: primaries do
   * @param bufferTimeout longest stay of a record in a network buffer
   * @param exactlyOnce whether answers are committed with checkpoints
   * @param orderProbe whether every access to Redis is logged
   */
  public record JobSettings(
      boolean immediate,
      boolean keyed,
      int redisBatch,
      @Nullable FreshReading freshReads,
      Duration bufferTimeout,
      Duration checkpointInterval,
      boolean exactlyOnce,
      boolean orderProbe) {
    /** The defaults. */
    public static final JobSettings USUAL =
        new JobSettings(
            false, false, 64, null, Duration.ofMillis(5), Duration.ofSeconds(1), true, true);

    /** The same with other intervals. */
    public JobSettings every(Duration buffers, Duration checkpoints) {
      return new JobSettings(
          immediate, keyed, redisBatch, freshReads, buffers, checkpoints, exactlyOnce, orderProbe);
    }
  }

  /**
   * How queries about the past are read.
   *
   * @param bound largest staleness of a replica's answer
   * @param replicasFirst whether primaries answer only what no replica may
   */
  public record FreshReading(Duration bound, boolean replicasFirst) {
    /** For people. */
    @Override
    public String toString() {
      return "%s within %,d ms"
          .formatted(replicasFirst ? "replicas first" : "by load", bound.toMillis());
    }
  }
}
