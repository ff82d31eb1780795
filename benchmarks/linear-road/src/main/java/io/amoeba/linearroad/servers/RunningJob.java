package io.amoeba.linearroad.servers;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.flink.FlinkJobs;
import io.amoeba.embedded.process.ServerException;
import io.amoeba.linearroad.answers.Histories;
import io.amoeba.linearroad.job.history.StoreContents;
import io.amoeba.linearroad.kafka.Topics;
import io.amoeba.linearroad.observe.CoordinatorClient;
import io.amoeba.linearroad.observe.JobMetrics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * Linear Road on a cluster, from its submission to its end. After a restart with another
 * parallelism it is another job for Flink. Safe for concurrent use.
 */
public final class RunningJob {
  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration END = Duration.ofMinutes(3);
  private static final Duration CANCEL = Duration.ofSeconds(20);
  private static final Set<String> ENDED = Set.of("FINISHED", "FAILED", "CANCELED");

  private final JobDeployment deployment;
  private final FlinkJobs jobs;
  private final CoordinatorClient coordinator;
  private volatile String id;

  private RunningJob(JobDeployment deployment, FlinkJobs jobs, String id) {
    this.deployment = deployment;
    this.jobs = jobs;
    this.coordinator = new CoordinatorClient(deployment.endpoints().coordinator());
    this.id = id;
  }

  /** Creates the topics, submits the job, and waits until all of it runs. */
  static RunningJob start(JobDeployment deployment) {
    deployment.topics().create();
    FlinkJobs jobs = FlinkJobs.at(deployment.endpoints().flink());
    String id = jobs.run(deployment.submission(deployment.options().parallelism()));
    jobs.awaitRunning(id, START);
    return new RunningJob(deployment, jobs, id);
  }

  /** Waits until the coordinator has restarted the job, and all of it runs. */
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
        "The coordinator has not restarted the job within %d s. The logs are in %s"
            .formatted(patience.toSeconds(), endpoints().logs()));
  }

  /** Ends the job with a savepoint and starts it from there; returns when all of it runs. */
  void rescale(int parallelism) {
    String savepoint = jobs.stopWithSavepoint(id, false, deployment.savepoints());
    String next = jobs.run(deployment.submission(parallelism).withSavepoint(savepoint));
    id = next;
    jobs.awaitRunning(next, START);
  }

  /** Where the systems are. */
  public Endpoints endpoints() {
    return deployment.endpoints();
  }

  /** Where the accesses to Redis are logged. */
  public Path probeFolder() {
    return deployment.probeFolder();
  }

  /** Writes histories to the tables in Redis. */
  public void load(Histories histories) throws IOException {
    try (StoreContents store = StoreContents.connect(endpoints().redis())) {
      Path tolls = histories.tolls();
      if (tolls != null) {
        store.loadTolls(tolls);
      }
      Path segments = histories.segments();
      if (segments != null) {
        store.loadSegments(segments);
      }
    }
  }

  /** Its topics. */
  public Topics topics() {
    return deployment.topics();
  }

  /** The coordinator's interface. */
  public CoordinatorClient coordinator() {
    return coordinator;
  }

  /** The job's metrics from now on. */
  public JobMetrics metrics() {
    return new JobMetrics(jobs::get, this::id);
  }

  /** Flink's ID of the job since its last start. */
  String id() {
    return id;
  }

  /** The job's state in Flink, for example {@code RUNNING}. */
  String state() {
    return jobs.state(id);
  }

  /**
   * Ends the job at once, unless it has ended, and waits for that up to a limit: its folder is
   * deleted next, and another run needs its task slots.
   */
  void cancel() {
    if (!ENDED.contains(state())) {
      jobs.cancel(id);
    }
    long deadlineNanos = System.nanoTime() + CANCEL.toNanos();
    while (!ENDED.contains(state()) && System.nanoTime() < deadlineNanos) {
      Pause.millis(100);
    }
  }

  /** Ends the job with everything committed. */
  public void end(boolean drain) {
    jobs.stopWithSavepoint(id, drain, deployment.savepoints());
    long deadlineNanos = System.nanoTime() + END.toNanos();
    while (!jobs.state(id).equals("FINISHED")) {
      if (System.nanoTime() > deadlineNanos) {
        throw new ServerException(
            "The job did not end within %d s of its savepoint. The logs are in %s"
                .formatted(END.toSeconds(), endpoints().logs()));
      }
      Pause.millis(50);
    }
  }
}
