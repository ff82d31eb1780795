package io.amoeba.linearroad.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The options of a run as they were given. All are texts, so that everything that is wrong can be
 * told at once. Filled by picocli; confined to the main thread.
 */
final class RunArguments {
  @Option(
      names = "--nodes",
      paramLabel = "N",
      description =
          "Nodes, each a TaskManager and a Redis primary, 1 to 32. Default: 3; 1 with --find-l-rating.")
  @Nullable String nodes;

  @Option(
      names = "--task-slots",
      paramLabel = "N",
      description = "Task slots of each TaskManager, 1 to 16. Default: 1.")
  @Nullable String taskSlots;

  @Option(
      names = "--redis-apart",
      description =
          "Begin with the Redis primaries on hosts of their own; when the coordinator acts, it first migrates"
              + " them to the nodes.")
  boolean redisApart;

  @Option(
      names = "--keyed",
      description =
          "Operator Toll is part of a keyed stream whose key groups are hash slots: when the coordinator acts,"
              + " these move to the stream's nodes, and then the other operators are aligned. Begin with"
              + " hash slots dealt over all nodes.")
  boolean keyed;

  @Option(
      names = "--expressways",
      paramLabel = "N",
      description =
          "Expressways of the traffic. Default: 1. With --find-l-rating: try only this number.")
  @Nullable String expressways;

  @Option(
      names = "--traffic",
      paramLabel = "MODE",
      description = {
        "steady: every vehicle reports every second. specification: every 30 s, as at the end of the"
            + " benchmark's three hours; far more of the reports cross into a segment. Default: steady."
      })
  @Nullable String traffic;

  @Option(
      names = "--vehicles",
      paramLabel = "N",
      description =
          "Vehicles of each expressway, 1 to 1000000. Default: 1000; 51000 with --traffic specification.")
  @Nullable String vehicles;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description =
          "How long traffic is fed; up to 120s longer (300s with --keyed) while the alignment is not complete. Default: 120s.")
  @Nullable String duration;

  @Option(
      names = "--align-after",
      paramLabel = "TIME|N%|never",
      description =
          "When the coordinator begins to act. Default: 50%% of the duration; with --input before the first record. It waits up to a third of the rest of the run until a slow machine has measured what was before. never: measure without alignment.")
  @Nullable String alignAfter;

  @Option(
      names = "--add-node-after",
      paramLabel = "TIME|N%",
      description =
          "Begin aligned on --nodes. Then there comes one node more, and the job is started again from a savepoint with a subtask there; the coordinator lets the store grow to it and aligns routing.")
  @Nullable String addNodeAfter;

  @Option(
      names = "--add-node-to",
      paramLabel = "job|store",
      description =
          "Who gets the node of --add-node-after from somebody. store: a Redis primary with its part of the hash slots, and a TaskManager without work; the coordinator starts the job again with a subtask there. Default: job.")
  @Nullable String addNodeTo;

  @Option(
      names = "--speed",
      paramLabel = "max|N",
      description =
          "Simulated seconds per second; max: as fast as the job takes them. Default: max.")
  @Nullable String speed;

  @Option(
      names = "--realign-every",
      paramLabel = "TIME",
      description =
          "Change the maps in this rhythm from the alignment until 85%% of the run, to test the hand-over.")
  @Nullable String realignEvery;

  @Option(
      names = "--alternate",
      paramLabel = "TIME",
      description = {
        "Alternate in this rhythm between hash and aligned placement, from the alignment to the end,"
            + " and compare them; 8s or more."
      })
  @Nullable String alternate;

  @Option(
      names = "--immediate",
      description = "Change maps without hand-over, to see what it prevents.")
  boolean immediate;

  @Option(
      names = "--redis-batch",
      paramLabel = "N",
      description = "Most requests to Redis that are sent together. Default: 64.")
  @Nullable String redisBatch;

  @Option(
      names = "--buffer-timeout",
      paramLabel = "TIME",
      description =
          "Longest stay of a record in a network buffer or in the producer of answers; more costs latency and saves processor time."
              + " Default: 5ms.")
  @Nullable String bufferTimeout;

  @Option(
      names = "--checkpoint-interval",
      paramLabel = "TIME",
      description = "Time between checkpoints. Default: 1s.")
  @Nullable String checkpointInterval;

  @Option(
      names = "--no-order-probe",
      description = "Do not log and check the order of the accesses to Redis, which takes time.")
  boolean noOrderProbe;

  @Option(names = "--seed", paramLabel = "N", description = "Seed of the traffic. Default: 1.")
  @Nullable String seed;

  @Option(
      names = "--input",
      paramLabel = "FILE",
      description = "Run this file in the original 15-field format instead of generated traffic.")
  @Nullable String input;

  @Option(
      names = InputDialectOption.NAME,
      paramLabel = "DIALECT",
      description = InputDialectOption.DESCRIPTION)
  @Nullable String inputDialect;

  @Option(
      names = "--historical",
      paramLabel = "FILE",
      description = "Toll history for --input: VID,Day,XWay,Toll.")
  @Nullable String historical;

  @Option(
      names = "--segment-history",
      paramLabel = "FILE",
      description = "Segment history for --input: DOW,TOD,XWay,Dir,Seg,LAV,Toll.")
  @Nullable String segmentHistory;

  @Option(
      names = "--output",
      paramLabel = "FOLDER",
      description = "Where the answers to --input go: type0.csv … type4.csv.")
  @Nullable String output;

  @Option(
      names = "--find-l-rating",
      description = "Find the largest number of expressways that this machine answers in time.")
  boolean findLRating;

  @Option(
      names = "--max",
      paramLabel = "N",
      description = "Most expressways to try with --find-l-rating. Default: 40.")
  @Nullable String max;

  @Option(
      names = "--start",
      paramLabel = "N",
      description = "Expressways to try first with --find-l-rating. Default: 8.")
  @Nullable String start;

  @Option(
      names = "--l-rating-duration",
      paramLabel = "TIME",
      description = "How long each number of expressways is tried. Default: 10m.")
  @Nullable String lRatingDuration;

  @Option(
      names = "--flink",
      paramLabel = "URL",
      description = {
        "Run on servers that run already: REST interface of the JobManager, which has the aligned"
            + " partitioner in lib/. Needs --kafka, --redis, --coordinator and --shared-folder."
      })
  @Nullable String flink;

  @Option(
      names = "--kafka",
      paramLabel = "HOST:PORT,…",
      description = "Bootstrap servers, with --flink.")
  @Nullable String kafka;

  @Option(
      names = "--redis",
      paramLabel = "URI,…",
      description = "Nodes of the Redis Cluster, with --flink: redis://host:port.")
  @Nullable String redis;

  @Option(
      names = "--coordinator",
      paramLabel = "URL",
      description = "The running coordinator, with --flink.")
  @Nullable String coordinator;

  @Option(
      names = "--coordinator-token-file",
      paramLabel = "FILE",
      description =
          "The file with the operator's token for the coordinator, with --flink, if it asks for one.")
  @Nullable String coordinatorTokenFile;

  @Option(
      names = "--shared-folder",
      paramLabel = "FOLDER",
      description =
          "A folder that this command and all of Flink see under this path, with --flink.")
  @Nullable String sharedFolder;

  @Option(
      names = "--empty-redis",
      description = "Remove everything in Redis before the run, with --flink.")
  boolean emptyRedis;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  @Nullable String json;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "Where the HTML report goes. Default: linear-road-report.html here; none with --input.")
  @Nullable String report;

  @Option(names = "--keep", description = "Leave the run folder with logs and data.")
  boolean keep;

  @Option(
      names = "--http-port",
      paramLabel = "N",
      description = "Port of the coordinator's page. Default: any free one.")
  @Nullable String httpPort;

  /** For tests of the product: a process that is killed, such as task-manager:2@40%. */
  @Option(names = "--kill", hidden = true, split = ",")
  String[] kill = {};
}
