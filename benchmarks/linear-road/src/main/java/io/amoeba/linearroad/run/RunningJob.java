package io.amoeba.linearroad.run;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.flink.FlinkJobs;
import io.amoeba.embedded.flink.JobSubmission;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.linearroad.answers.AnswerCollector;
import io.amoeba.linearroad.feed.Feeder;
import io.amoeba.linearroad.job.history.HistoryLoader;
import io.amoeba.linearroad.observe.ConsumedOffsets;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.observe.JobMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Linear Road on a cluster, from its submission to its end: where its input goes, where its answers
 * come from, what it says of itself. It may be started again with other parallelism; it is then
 * another job for Flink. Safe for concurrent use.
 */
public final class RunningJob {
  private static final Duration START = Duration.ofSeconds(90);
  private static final Duration END = Duration.ofSeconds(60);
  private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "CANCELED");
  private static final String ENTRY_CLASS = "io.amoeba.linearroad.job.LinearRoadJob";

  private final FleetOptions options;
  private final Endpoints endpoints;
  private final Topics topics;
  private final FlinkJobs jobs;
  private final CoordinatorClient coordinator;
  private final Path jar;
  private volatile String id;

  private RunningJob(
      FleetOptions options,
      Endpoints endpoints,
      Topics topics,
      FlinkJobs jobs,
      Path jar,
      String id) {
    this.options = options;
    this.endpoints = endpoints;
    this.topics = topics;
    this.jobs = jobs;
    this.jar = jar;
    this.coordinator = new CoordinatorClient(endpoints.coordinator());
    this.id = id;
  }

  /** Creates the topics, submits the job, and waits until all of it runs. */
  static RunningJob start(
      FleetOptions options, Endpoints endpoints, Topics topics, Distribution distribution) {
    topics.create(options.partitions());
    FlinkJobs jobs = FlinkJobs.at(endpoints.flink());
    int parallelism = options.parallelism();
    Path jar = distribution.jobJar();
    String id =
        jobs.run(
            JobSubmission.of(jar, ENTRY_CLASS)
                .with(
                    arguments(options, endpoints, topics, Integer.toString(parallelism)),
                    parallelism));
    jobs.awaitRunning(id, START);
    return new RunningJob(options, endpoints, topics, jobs, jar, id);
  }

  /** Waits until somebody else has started the job anew, and all of it runs. */
  void awaitSuccessor(Duration patience) {
    String name = jobs.get("/jobs/" + id).path("name").asText();
    long deadlineNanos = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < deadlineNanos) {
      for (JsonNode job : jobs.get("/jobs/overview").path("jobs")) {
        String other = job.path("jid").asText();
        if (job.path("name").asText().equals(name)
            && !other.equals(id)
            && !ENDED.contains(job.path("state").asText())) {
          jobs.awaitRunning(other, START);
          id = other;
          return;
        }
      }
      Pause.millis(200);
    }
    throw new ServerException(
        "Nobody has started the job again within %d s. The logs are in %s"
            .formatted(patience.toSeconds(), endpoints.logs()));
  }

  /**
   * What the coordinator is to start the job by.
   *
   * @return lines of its configuration's section {@code plans}
   */
  static List<String> rescaleLines(
      FleetOptions options, Endpoints endpoints, Topics topics, Distribution distribution) {
    List<String> quoted =
        arguments(options, endpoints, topics, "{parallelism}").stream()
            .map(argument -> "'" + argument.replace("'", "''") + "'")
            .toList();
    return List.of(
        "  rescale:",
        "    way: savepoint",
        "    jar: '" + distribution.jobJar() + "'",
        "    entryClass: " + ENTRY_CLASS,
        "    arguments: [" + String.join(", ", quoted) + "]",
        "    savepoints: '" + savepoints(endpoints).toUri() + "'");
  }

  /** Ends the job with a savepoint and starts it from there; returns when all of it runs. */
  void rescale(int parallelism) {
    String savepoint = jobs.stopWithSavepoint(id, false, savepoints());
    String next =
        jobs.run(
            JobSubmission.of(jar, ENTRY_CLASS)
                .with(
                    arguments(options, endpoints, topics, Integer.toString(parallelism)),
                    parallelism)
                .withSavepoint(savepoint));
    id = next;
    jobs.awaitRunning(next, START);
  }

  private Path savepoints() {
    return savepoints(endpoints);
  }

  private static Path savepoints(Endpoints endpoints) {
    return endpoints.workFolder().resolve("savepoint");
  }

  private static List<String> arguments(
      FleetOptions options, Endpoints endpoints, Topics topics, String parallelism) {
    FleetOptions.JobSettings job = options.job();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--bootstrap", endpoints.kafka(),
                "--redis", String.join(",", endpoints.redis()),
                "--input", topics.input(),
                "--answers", topics.answers(),
                "--rejected", topics.rejected(),
                "--parallelism", parallelism,
                "--handOver", job.handOver(),
                "--keyed", Boolean.toString(job.keyed()),
                "--redisBatch", Integer.toString(job.redisBatch()),
                "--bufferTimeoutMillis", Long.toString(job.bufferTimeout().toMillis()),
                "--checkpointMillis", Long.toString(job.checkpointInterval().toMillis()),
                "--guarantee", job.exactlyOnce() ? "exactlyOnce" : "atLeastOnce"));
    if (job.orderProbe()) {
      arguments.addAll(List.of("--orderProbe", probeFolder(endpoints).toString()));
    }
    return arguments;
  }

  private static Path probeFolder(Endpoints endpoints) {
    return endpoints.workFolder().resolve("order-probe");
  }

  /** Where the systems are. */
  public Endpoints endpoints() {
    return endpoints;
  }

  /** Where the accesses to Redis are logged. */
  public Path probeFolder() {
    return probeFolder(endpoints);
  }

  /** Writes histories to the tables in Redis. */
  public void load(Histories histories) throws IOException {
    try (HistoryLoader loader = HistoryLoader.connect(endpoints.redis())) {
      Path tolls = histories.tolls();
      if (tolls != null) {
        loader.loadTolls(tolls);
      }
      Path segments = histories.segments();
      if (segments != null) {
        loader.loadSegments(segments);
      }
    }
  }

  /** Where input goes. */
  public Feeder.Target inputTarget() {
    return new Feeder.Target(endpoints.kafka(), topics.input(), options.partitions());
  }

  /** Where answers come from. */
  public AnswerCollector.Topics answerTopics() {
    return new AnswerCollector.Topics(
        endpoints.kafka(), topics.answers(), options.partitions(), topics.rejected());
  }

  /** The coordinator's interface. */
  public CoordinatorClient coordinator() {
    return coordinator;
  }

  /** What the job has read of its input. */
  public ConsumedOffsets consumedOffsets() {
    return new ConsumedOffsets(endpoints.kafka(), topics.input(), options.partitions());
  }

  /** The job's metrics from now on. */
  public JobMetrics metrics() {
    return new JobMetrics(jobs::get, this::id);
  }

  /** Flink's name of the job as it was started last. */
  String id() {
    return id;
  }

  /** Flink's name of the job's state, for example {@code RUNNING}. */
  String state() {
    return jobs.state(id);
  }

  /** Ends the job at once, unless it has ended. */
  void cancel() {
    if (!ENDED.contains(state())) {
      jobs.cancel(id);
    }
  }

  /** Ends the job with everything committed. */
  public void end(boolean drain) {
    jobs.stopWithSavepoint(id, drain, savepoints());
    long deadlineNanos = System.nanoTime() + END.toNanos();
    while (!jobs.state(id).equals("FINISHED")) {
      if (System.nanoTime() > deadlineNanos) {
        throw new ServerException(
            "The job did not end within %d s of its savepoint. The logs are in %s"
                .formatted(END.toSeconds(), endpoints.logs()));
      }
      Pause.millis(50);
    }
  }
}
