package io.amoeba.linearroad.observe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.amoeba.partitioner.placement.protocol.RequestMetrics;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads the job's counters of local and remote requests and of fresh reads, and its watermarks,
 * from Flink's REST interface. Counters restart at 0 with their subtask; their sums here continue.
 * Confined to the observing thread.
 */
public final class JobMetrics {
  private static final String LOCAL = RequestMetrics.qualified(RequestMetrics.LOCAL);
  private static final String REMOTE = RequestMetrics.qualified(RequestMetrics.REMOTE);
  private static final String BY_PRIMARIES = "amoeba.redis.freshReads.primaryAnswers";
  private static final String BY_REPLICAS = "amoeba.redis.freshReads.replicaAnswers";
  private static final String WATERMARK = "currentInputWatermark";
  private static final int NAMES_READS = 10;

  private final Function<String, JsonNode> rest;
  private final Supplier<String> currentJob;
  private final FetchRounds rounds;
  private final Map<String, Long> lastOfCounter = new HashMap<>();
  private final Map<String, Set<String>> namesOfVertex = new HashMap<>();

  /** Metrics of each subtask of a vertex, also in a job before this one. */
  private final Map<String, Set<String>> metricsOfVertex = new HashMap<>();

  private final Map<String, Long> watermarks = new HashMap<>();
  private final Map<String, Requests> requests = new HashMap<>();
  private FreshAnswers freshAnswers = FreshAnswers.NONE;
  private JsonNode vertices = MissingNode.getInstance();
  private String jobId = "";
  private int reads;
  private boolean fresh;

  /**
   * Metrics of a job.
   *
   * @param rest sends a GET request to Flink's REST interface; may throw
   * @param currentJob Flink's ID of the job, which changes when it is restarted from a savepoint
   */
  public JobMetrics(Function<String, JsonNode> rest, Supplier<String> currentJob) {
    this.rest = rest;
    this.currentJob = currentJob;
    this.rounds = new FetchRounds(rest);
  }

  /** Reads the metrics of all subtasks, if Flink may have fetched them since the last call. */
  public void read() {
    boolean wasFresh = fresh;
    fresh = rounds.poll();
    // A TaskManager may have responded between the requests for its clock and for its subtasks.
    if (!fresh && !wasFresh && reads > 0) {
      return;
    }
    follow(currentJob.get());
    boolean readNames = reads++ % NAMES_READS == 0;
    if (readNames || vertices.isEmpty()) {
      vertices = rest.apply("/jobs/" + jobId).path("vertices");
    }
    for (JsonNode vertex : vertices) {
      String id = vertex.path("id").asText();
      int parallelism = vertex.path("parallelism").asInt();
      Set<String> names = namesOfVertex.getOrDefault(id, Set.of());
      // A counter that is found late would add its whole count at a wrong time.
      if (readNames || !isComplete(id, names, parallelism)) {
        names = names(id);
        namesOfVertex.put(id, names);
      }
      readVertex(id, names);
    }
  }

  /** Whether these are, as far as known, the metrics of all subtasks. */
  private boolean isComplete(String vertex, Set<String> names, int parallelism) {
    Map<String, Integer> subtasks = new HashMap<>();
    for (String name : names) {
      subtasks.merge(name.substring(name.indexOf('.') + 1), 1, Integer::sum);
    }
    Set<String> expected = metricsOfVertex.computeIfAbsent(vertex, first -> new TreeSet<>());
    expected.addAll(subtasks.keySet());
    return !expected.isEmpty()
        && expected.stream().allMatch(metric -> subtasks.getOrDefault(metric, 0) >= parallelism);
  }

  /** The sums continue; names and counters are those of the new job. */
  private void follow(String job) {
    if (!job.equals(jobId)) {
      jobId = job;
      vertices = MissingNode.getInstance();
      namesOfVertex.clear();
      lastOfCounter.clear();
      watermarks.clear();
      reads = 0;
    }
  }

  private String path(String vertex) {
    return "/jobs/" + jobId + "/vertices/" + vertex + "/metrics";
  }

  private Set<String> names(String vertex) {
    Set<String> names = new TreeSet<>();
    for (JsonNode metric : rest.apply(path(vertex))) {
      String name = metric.path("id").asText();
      if (isCounter(name) || isTaskWatermark(name)) {
        names.add(name);
      }
    }
    return names;
  }

  private static boolean isCounter(String name) {
    return isRequests(name)
        || name.endsWith("." + BY_PRIMARIES)
        || name.endsWith("." + BY_REPLICAS);
  }

  private static boolean isRequests(String name) {
    return name.endsWith("." + LOCAL) || name.endsWith("." + REMOTE);
  }

  /** The watermark of the whole task, not those of the operators chained in it. */
  private static boolean isTaskWatermark(String name) {
    return name.matches("\\d+\\." + WATERMARK);
  }

  private void readVertex(String vertex, Set<String> names) {
    if (names.isEmpty()) {
      return;
    }
    String get = URLEncoder.encode(String.join(",", names), StandardCharsets.UTF_8);
    for (JsonNode metric : rest.apply(path(vertex) + "?get=" + get)) {
      String name = metric.path("id").asText();
      long value = metric.path("value").asLong(Long.MIN_VALUE);
      if (isTaskWatermark(name)) {
        watermarks.put(vertex + "/" + name, value);
      } else if (value >= 0 && isCounter(name)) {
        count(vertex, name, value);
      }
    }
  }

  private void count(String vertex, String name, long value) {
    String counter = vertex + "/" + name;
    long last = lastOfCounter.getOrDefault(counter, 0L);
    lastOfCounter.put(counter, value);
    long more = value >= last ? value - last : value;
    if (!isRequests(name)) {
      boolean byReplicas = name.endsWith(BY_REPLICAS);
      freshAnswers =
          new FreshAnswers(
              freshAnswers.primaries() + (byReplicas ? 0 : more),
              freshAnswers.replicas() + (byReplicas ? more : 0));
      return;
    }
    boolean local = name.endsWith("." + LOCAL);
    requests.merge(
        operator(name, local ? LOCAL : REMOTE),
        local ? new Requests(more, 0) : new Requests(0, more),
        (before, now) -> Requests.sum(List.of(before, now)));
  }

  /** Flink names a metric by subtask, operator and counter. */
  private static String operator(String name, String counter) {
    return name.substring(name.indexOf('.') + 1, name.length() - counter.length() - 1);
  }

  /** Whether the last values are younger than those before. */
  public boolean isFresh() {
    return fresh;
  }

  /** How often all TaskManagers have reported new values. */
  public long rounds() {
    return rounds.complete();
  }

  /** Number of completed checkpoints, requested from Flink. */
  public long completedCheckpoints() {
    return rest.apply("/jobs/" + jobId + "/checkpoints").path("counts").path("completed").asLong();
  }

  /** Requests to Redis since the job began, by operator. */
  public Map<String, Requests> requests() {
    return Map.copyOf(requests);
  }

  /** Answers to fresh reads of all operators since the job began. */
  public FreshAnswers freshAnswers() {
    return freshAnswers;
  }

  /** The watermark that every subtask has passed, in milliseconds; empty if there is none yet. */
  public OptionalLong watermarkMillis() {
    OptionalLong least = watermarks.values().stream().mapToLong(Long::longValue).min();
    return least.isPresent() && least.getAsLong() > Long.MIN_VALUE ? least : OptionalLong.empty();
  }
}
