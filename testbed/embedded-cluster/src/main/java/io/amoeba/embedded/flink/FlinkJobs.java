package io.amoeba.embedded.flink;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.embedded.process.ServerException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Runs and ends jobs through Flink's REST interface. Failures are {@link ServerException}s. Safe
 * for concurrent use.
 */
public final class FlinkJobs {
  private static final Duration SAVEPOINT_TIMEOUT = Duration.ofMinutes(2);
  private static final long POLL_MILLIS = 100;
  private static final Set<String> ENDED = Set.of("FAILED", "CANCELED", "FINISHED");

  private final FlinkRest rest;

  FlinkJobs(FlinkRest rest) {
    this.rest = rest;
  }

  /** Jobs of the cluster with this REST interface. */
  public static FlinkJobs at(URI url) {
    return new FlinkJobs(new FlinkRest(url));
  }

  /** The answer to a GET request; the path starts with a slash. */
  public JsonNode get(String path) {
    return rest.get(path);
  }

  /** Uploads and runs a job; returns the job id. */
  public String run(JobSubmission job) {
    Path jar = job.jar();
    if (!Files.isRegularFile(jar)) {
      throw new IllegalArgumentException("No job jar at " + jar + ": build it with `mvn package`");
    }
    String stored = rest.upload("/jars/upload", jar).path("filename").asText();
    String jarId = stored.substring(stored.lastIndexOf('/') + 1);
    return rest.post("/jars/" + jarId + "/run", body(job)).path("jobid").asText();
  }

  public String run(Path jar, String entryClass, List<String> arguments, int parallelism) {
    return run(JobSubmission.of(jar, entryClass).with(arguments, parallelism));
  }

  private ObjectNode body(JobSubmission job) {
    ObjectNode body = rest.object();
    body.put("entryClass", job.entryClass());
    job.arguments().forEach(body.putArray("programArgsList")::add);
    body.put("parallelism", job.parallelism());
    if (job.savepoint() != null) {
      body.put("savepointPath", job.savepoint());
      body.put("claimMode", "NO_CLAIM");
    }
    if (!job.config().isEmpty()) {
      job.config().forEach(body.putObject("flinkConfiguration")::put);
    }
    return body;
  }

  /** The job's current state in Flink's words; the job's details come from a cache. */
  public String state(String jobId) {
    return rest.get("/jobs/" + jobId + "/status").path("status").asText();
  }

  /** Cancels a job; does not wait. */
  public void cancel(String jobId) {
    rest.patch("/jobs/" + jobId + "?mode=cancel");
  }

  /** Ends a job with a savepoint in this folder and returns the savepoint's location. */
  public String stopWithSavepoint(String jobId, boolean drain, Path folder) {
    ObjectNode body = rest.object();
    body.put("targetDirectory", folder.toUri().toString());
    body.put("drain", drain);
    String path =
        "/jobs/%s/savepoints/%s"
            .formatted(
                jobId, rest.post("/jobs/" + jobId + "/stop", body).path("request-id").asText());
    return poll(
        SAVEPOINT_TIMEOUT,
        "Savepoint of job " + jobId + " in " + folder,
        () -> savepointLocation(jobId, rest.get(path)));
  }

  private static Optional<String> savepointLocation(String jobId, JsonNode answer) {
    if (!answer.path("status").path("id").asText().equals("COMPLETED")) {
      return Optional.empty();
    }
    JsonNode operation = answer.path("operation");
    if (operation.hasNonNull("failure-cause")) {
      throw new ServerException(
          "The savepoint of job %s failed: %s"
              .formatted(jobId, operation.path("failure-cause").path("stack-trace").asText()));
    }
    return Optional.of(operation.path("location").asText());
  }

  /** Waits until every subtask runs or has finished; fails with the cause if the job has failed. */
  public void awaitRunning(String jobId, Duration timeout) {
    poll(
        timeout,
        "Start of all subtasks of job " + jobId,
        () -> allRun(jobId) ? Optional.of(jobId) : Optional.empty());
  }

  private boolean allRun(String jobId) {
    String state = state(jobId);
    if (ENDED.contains(state)) {
      throw new ServerException("Job %s is %s: %s".formatted(jobId, state, rootCause(jobId)));
    }
    boolean all = state.equals("RUNNING");
    for (JsonNode vertex : rest.get("/jobs/" + jobId).path("vertices")) {
      JsonNode tasks = vertex.path("tasks");
      int up = tasks.path("RUNNING").asInt() + tasks.path("FINISHED").asInt();
      all &= up == vertex.path("parallelism").asInt();
    }
    return all;
  }

  private String rootCause(String jobId) {
    JsonNode entries =
        rest.get("/jobs/" + jobId + "/exceptions").path("exceptionHistory").path("entries");
    return entries.isEmpty() ? "no exception is known" : entries.get(0).path("stacktrace").asText();
  }

  private static <T> T poll(Duration timeout, String what, Supplier<Optional<T>> attempt) {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    do {
      Optional<T> result = attempt.get();
      if (result.isPresent()) {
        return result.get();
      }
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ServerException(what + " was interrupted", e);
      }
    } while (System.nanoTime() < deadlineNanos);
    throw new ServerException(
        "%s took longer than %d s: look at the job in Flink's web interface"
            .formatted(what, timeout.toSeconds()));
  }
}
