package io.amoeba.linearroad.servers;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The servers of a run. Immutable.
 *
 * @param nodes each a TaskManager and a Redis primary; those that there are at the beginning
 * @param taskSlots of each TaskManager
 * @param layout where Redis primaries begin, and whether a node is added
 * @param httpPort of the coordinator; 0: any free one
 * @param job how the job works
 * @param stateMegabytes heap that all TaskManagers together need for the state of the traffic,
 *     beyond what a small one needs
 * @param keep whether the run folder is left
 * @param folder where the run folder is made
 */
public record FleetOptions(
    int nodes,
    int taskSlots,
    Layout layout,
    int httpPort,
    JobSettings job,
    int stateMegabytes,
    boolean keep,
    Path folder) {
  /** Where run folders are made. */
  public static final Path TEMPORARY_FOLDER = Path.of(System.getProperty("java.io.tmpdir"));

  /** The same with memory for more traffic. */
  public FleetOptions withStateMegabytes(int megabytes) {
    return new FleetOptions(nodes, taskSlots, layout, httpPort, job, megabytes, keep, folder);
  }

  /** What is on which node. */
  public enum Layout {
    /** On each node a TaskManager and a Redis primary. */
    TOGETHER,
    /**
     * The Redis primaries begin on hosts of their own, beside an empty member of their cluster on
     * each node.
     */
    REDIS_APART,
    /** Like {@link #TOGETHER}; in the middle of the run there comes one node more. */
    NODE_ADDED,
    /**
     * The same, but the node comes to the store, with its part of the hash slots: the coordinator
     * lets the job follow.
     */
    NODE_ADDED_TO_STORE
  }

  /** Whether there comes a node in the middle of the run. */
  public boolean addsNode() {
    return layout == Layout.NODE_ADDED || jobFollows();
  }

  /** Whether it is the store's, and the job has to follow. */
  public boolean jobFollows() {
    return layout == Layout.NODE_ADDED_TO_STORE;
  }

  /** Nodes at the end. */
  public int finalNodes() {
    return addsNode() ? nodes + 1 : nodes;
  }

  /** Subtasks of each operator at the beginning. */
  public int parallelism() {
    return nodes * taskSlots;
  }

  /** Partitions of the topics: one for each subtask that there will be at the end. */
  public int partitions() {
    return finalNodes() * taskSlots;
  }

  /**
   * How the job works.
   *
   * @param handOver as the job's option of that name
   * @param keyed whether operator Toll is part of a keyed stream that the store follows
   * @param redisBatch most requests that are sent together
   * @param bufferTimeout longest stay of a record in a network buffer
   * @param exactlyOnce whether answers are committed with checkpoints
   * @param orderProbe whether every access to Redis is logged
   */
  public record JobSettings(
      String handOver,
      boolean keyed,
      int redisBatch,
      Duration bufferTimeout,
      Duration checkpointInterval,
      boolean exactlyOnce,
      boolean orderProbe) {
    /** Where nothing else is wanted. */
    public static final JobSettings USUAL =
        new JobSettings(
            "ordered", false, 64, Duration.ofMillis(5), Duration.ofSeconds(1), true, true);

    /** The same with another rhythm. */
    public JobSettings every(Duration buffers, Duration checkpoints) {
      return new JobSettings(
          handOver, keyed, redisBatch, buffers, checkpoints, exactlyOnce, orderProbe);
    }

    /** Whether the maps change without hand-over. */
    public boolean immediate() {
      return handOver.equals("immediate");
    }
  }
}
