package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.changes.Need;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.config.FlinkSettings;
import io.amoeba.coordinator.monitor.FreeTaskSlots;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamMonitor;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.text.HostSyntax;
import io.amoeba.partitioner.placement.DocumentLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the managed job from Flink's REST interface, 1.20 … 2.x. Everything is read again at every
 * call, because a subtask's place changes with each attempt. Confined to the control-loop thread.
 */
public final class FlinkStreamMonitor implements StreamMonitor {

  /** Flink's word for the host of a subtask that is not deployed. */
  private static final int COLONS_OF_IPV6 = 7;

  private static final String UNASSIGNED = "(unassigned)";

  private final FlinkRest rest;
  private final Optional<String> wanted;
  private final Optional<String> storeFollows;
  private final boolean looksForFreeTaskSlots;
  private final VertexMetrics metrics;
  private Map<String, List<Subtask>> lastPlaces = Map.of();
  private Map<String, Boolean> unalignedByJob = Map.of();
  private String version = "";

  /** The monitor that a configuration asks for; {@link StreamMonitor#NONE} if it has no Flink. */
  public static StreamMonitor of(CoordinatorConfig config) {
    return config
        .flink()
        .<StreamMonitor>map(
            flink ->
                new FlinkStreamMonitor(flink, config.needs(Need.FREE_TASK_SLOTS), Ticker.SYSTEM))
        .orElse(NONE);
  }

  /** A monitor that connects at the first read, and does not look for free task slots. */
  public FlinkStreamMonitor(FlinkSettings settings, Ticker ticker) {
    this(settings, false, ticker);
  }

  /** A monitor that connects at the first read. */
  public FlinkStreamMonitor(FlinkSettings settings, boolean looksForFreeTaskSlots, Ticker ticker) {
    this.looksForFreeTaskSlots = looksForFreeTaskSlots;
    this.rest = new FlinkRest(settings);
    this.wanted = settings.job();
    this.storeFollows = settings.storeFollows();
    this.metrics = new VertexMetrics(rest, ticker);
  }

  @Override
  public StreamView read() {
    try {
      return readJob();
    } catch (IOException e) {
      lastPlaces = Map.of();
      version = ""; // another version may come back
      return new StreamView.Unreachable(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void close() {
    metrics.close(); // the HTTP client ends its threads when it is no longer referenced
  }

  private StreamView readJob() throws IOException {
    List<JsonNode> running = new ArrayList<>();
    for (JsonNode job : rest.get("/jobs/overview").path("jobs")) {
      if (!isOver(job.path("state").asText())) {
        running.add(job);
      }
    }
    List<String> names = running.stream().map(job -> job.path("name").asText()).toList();
    List<JsonNode> meant =
        running.stream()
            .filter(job -> wanted.isEmpty() || wanted.get().equals(job.path("name").asText()))
            .toList();
    if (meant.isEmpty()) {
      return new StreamView.Missing(wanted.orElse(""), names);
    }
    if (meant.size() > 1) {
      return new StreamView.Ambiguous(
          wanted.orElse(""),
          meant.stream()
              .map(job -> job.path("name").asText() + " (" + job.path("jid").asText() + ")")
              .toList());
    }
    return new StreamView.Found(
        job(meant.get(0).path("jid").asText()),
        looksForFreeTaskSlots ? freeTaskSlots() : List.of());
  }

  private List<FreeTaskSlots> freeTaskSlots() throws IOException {
    List<FreeTaskSlots> free = new ArrayList<>();
    for (JsonNode node : rest.get("/taskmanagers").path("taskmanagers")) {
      if (node.path("freeSlots").asInt() > 0) {
        free.add(
            new FreeTaskSlots(
                node.path("id").asText(),
                RpcAddress.host(node.path("path").asText()),
                node.path("freeSlots").asInt()));
      }
    }
    return free;
  }

  private StreamJob job(String id) throws IOException {
    JsonNode job = rest.get("/jobs/" + id);
    Map<String, JsonNode> planNodes = new HashMap<>();
    job.path("plan").path("nodes").forEach(node -> planNodes.put(node.path("id").asText(), node));
    List<String> vertexIds = new ArrayList<>();
    List<String> planned = new ArrayList<>();
    for (JsonNode vertex : job.path("vertices")) {
      String vertexId = vertex.path("id").asText();
      vertexIds.add(vertexId);
      if (hasCustomInput(planNodes.get(vertexId)) || isFollowed(vertex)) {
        planned.add(vertexId);
      }
    }
    Map<String, List<Subtask>> places = places(id, planned);
    Map<String, OperatorRates> rates = metrics.rates(id, vertexIds);
    List<StreamOperator> operators = new ArrayList<>();
    for (JsonNode vertex : job.path("vertices")) {
      boolean custom = hasCustomInput(planNodes.get(vertex.path("id").asText()));
      operators.add(operator(vertex, custom, places, rates));
    }
    lastPlaces = places;
    return new StreamJob(
        id,
        job.path("name").asText(),
        job.path("state").asText(),
        version(),
        unaligned(id),
        operators,
        storeFollows);
  }

  private boolean isFollowed(JsonNode vertex) {
    String name = operatorName(vertex.path("name").asText());
    return storeFollows.filter(name::equals).isPresent();
  }

  private StreamOperator operator(
      JsonNode vertex,
      boolean custom,
      Map<String, List<Subtask>> places,
      Map<String, OperatorRates> rates)
      throws IOException {
    String vertexId = vertex.path("id").asText();
    List<Subtask> subtasks = places.getOrDefault(vertexId, List.of());
    int parallelism = Math.max(0, vertex.path("parallelism").asInt());
    if (parallelism > DocumentLimits.MAX_PARALLELISM) {
      throw new IOException(
          "Flink answers that an operator has %d subtasks: there are at most %d"
              .formatted(parallelism, DocumentLimits.MAX_PARALLELISM));
    }
    boolean running = subtasks.stream().allMatch(subtask -> subtask.status().equals("RUNNING"));
    boolean settled =
        running && areAll(subtasks, parallelism) && subtasks.equals(lastPlaces.get(vertexId));
    return new StreamOperator(
        operatorName(vertex.path("name").asText()),
        custom,
        parallelism,
        vertex.path("maxParallelism").asInt(),
        subtasks,
        settled,
        rates.getOrDefault(vertexId, OperatorRates.UNKNOWN));
  }

  /** Whether each subtask is there, once. */
  private static boolean areAll(List<Subtask> subtasks, int parallelism) {
    return subtasks.size() == parallelism
        && subtasks.stream()
                .map(Subtask::index)
                .filter(index -> index < parallelism)
                .distinct()
                .count()
            == parallelism;
  }

  private Map<String, List<Subtask>> places(String job, List<String> vertices) throws IOException {
    List<JsonNode> answers =
        rest.getAll(
            vertices.stream().map(vertex -> "/jobs/" + job + "/vertices/" + vertex).toList());
    Map<String, List<Subtask>> places = new HashMap<>();
    for (int i = 0; i < vertices.size(); i++) {
      places.put(vertices.get(i), subtasks(answers.get(i)));
    }
    return places;
  }

  private static List<Subtask> subtasks(JsonNode vertex) throws IOException {
    List<Subtask> subtasks = new ArrayList<>();
    for (JsonNode node : vertex.path("subtasks")) {
      if (node.path("subtask").asInt() < 0) {
        throw new IOException("Flink answers with a subtask whose number is less than 0");
      }
      String endpoint = node.path("endpoint").asText(node.path("host").asText(""));
      String host = endpoint.equals(UNASSIGNED) ? "" : withoutPort(endpoint);
      subtasks.add(
          new Subtask(
              node.path("subtask").asInt(),
              node.path("attempt").asInt(),
              node.path("start-time").asLong(),
              node.path("status").asText(),
              host,
              node.path("taskmanager-id").asText("")));
    }
    return subtasks;
  }

  private String version() throws IOException {
    if (version.isEmpty()) {
      version = rest.get("/config").path("flink-version").asText("");
    }
    return version;
  }

  /** A job's checkpoint mode never changes, so it is asked once. */
  private boolean unaligned(String job) throws IOException {
    Boolean known = unalignedByJob.get(job);
    if (known == null) {
      known = readUnaligned(job);
      unalignedByJob = Map.of(job, known);
    }
    return known;
  }

  private boolean readUnaligned(String job) throws IOException {
    try {
      return rest.get("/jobs/" + job + "/checkpoints/config")
          .path("unaligned_checkpoints")
          .asBoolean(false);
    } catch (NotFoundException e) {
      return false; // the job takes no checkpoints
    }
  }

  private static boolean hasCustomInput(@Nullable JsonNode planNode) {
    if (planNode == null) {
      return false;
    }
    for (JsonNode input : planNode.path("inputs")) {
      if (input.path("ship_strategy").asText().equals("CUSTOM")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOver(String state) {
    return switch (state) {
      case "FINISHED", "CANCELED", "FAILED", "SUSPENDED", "CANCELLING", "FAILING" -> true;
      default -> false;
    };
  }

  /** The head of the chain: Flink joins the names of chained operators by arrows. */
  static String operatorName(String vertexName) {
    int arrow = vertexName.indexOf(" -> ");
    return arrow < 0 ? vertexName : vertexName.substring(0, arrow);
  }

  /** Flink writes IPv6 addresses with all eight groups and, before a port, without brackets. */
  static String withoutPort(String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    String before = HostSyntax.withoutBrackets(endpoint.substring(0, Math.max(0, colon)));
    boolean port = endpoint.substring(colon + 1).chars().allMatch(Character::isDigit);
    boolean whole = endpoint.chars().filter(c -> c == ':').count() == COLONS_OF_IPV6;
    return port && HostSyntax.isHost(before) && !whole
        ? before
        : HostSyntax.withoutBrackets(endpoint);
  }
}
