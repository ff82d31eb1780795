package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.monitor.DirectReport;
import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.coordinator.monitor.GateReport;
import io.amoeba.coordinator.monitor.RouterReport;
import io.amoeba.coordinator.monitor.TaskManagerReport;
import io.amoeba.partitioner.placement.Cohort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns a task manager's JSON report into a record, or into the list of everything that is wrong
 * with it. Unknown fields are ignored: a newer task manager may say more. One instance per request.
 */
final class ReportReader {

  private static final int MAX_PARALLELISM = 32_768; // Flink's upper bound
  private static final int MAX_TEXT = 1_024;
  private static final int MAX_PROBLEMS = 20;

  /** Names and addresses of one machine. */
  private static final int MAX_NODE_HOSTS = 16;

  private static final int MAX_HOST = 255;

  /** Routers, gates and partitioners of one task manager: far more than it has task slots for. */
  private static final int MAX_LINES = 10_000;

  private static final int MAX_EDGES = 256;
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{16}");

  private final List<String> problems = new ArrayList<>();

  /** Each edge, and each name, once: thousands of lines speak of the same few. */
  private final Map<EdgeId, EdgeId> edges = new HashMap<>();

  private final Map<String, String> operators = new HashMap<>();
  private boolean tooManyEdges;
  private int lines;

  /**
   * The report in {@code body}.
   *
   * @throws BadRequest with every broken rule
   */
  static TaskManagerReport read(String taskManager, JsonNode body) {
    ReportReader reader = new ReportReader();
    String id = reader.text(body, "taskManager", "");
    if (taskManager.length() > MAX_TEXT) {
      reader.problem("the path's task manager must have at most " + MAX_TEXT + " characters");
    }
    if (!id.isEmpty() && !id.equals(taskManager)) {
      reader.problem("taskManager is '" + id + "': must be the path's '" + taskManager + "'");
    }
    TaskManagerReport report =
        new TaskManagerReport(
            taskManager,
            reader.copy(body),
            reader.text(body, "host", ""),
            reader.nodeHosts(body),
            reader.coordinator(body),
            reader.number(body, "refusedMaps", "", 0, Long.MAX_VALUE, 0L),
            reader.number(body, "staleMaps", "", 0, Long.MAX_VALUE, 0L),
            reader.list(body, "routers", reader::router),
            reader.list(body, "gates", reader::gate),
            reader.list(body, "direct", reader::direct));
    if (!reader.problems.isEmpty()) {
      throw new BadRequest(reader.problems);
    }
    return report;
  }

  /** Older partitioners name none. */
  private String copy(JsonNode body) {
    return body.hasNonNull("copy") ? Cohort.toText(hex(body, "copy", "", null)) : "";
  }

  /** Whether they are hosts is for the collector to say, which has a symptom for it. */
  private List<String> nodeHosts(JsonNode body) {
    JsonNode array = body.path("nodeHosts");
    List<String> hosts = new ArrayList<>();
    if (array.isMissingNode() || array.isNull()) {
      return hosts; // older task managers tell none
    }
    for (JsonNode host : array) {
      boolean fits = host.isTextual() && host.textValue().length() <= MAX_HOST;
      if (fits && !host.textValue().isEmpty()) {
        hosts.add(host.textValue());
      }
    }
    if (!array.isArray() || array.size() > MAX_NODE_HOSTS || hosts.size() < array.size()) {
      problem(
          "nodeHosts must be a list of at most %d texts of 1 … %d characters"
              .formatted(MAX_NODE_HOSTS, MAX_HOST));
      return List.of();
    }
    return hosts;
  }

  private interface Element<T> {
    T read(JsonNode node, String path);
  }

  private <T> List<T> list(JsonNode body, String field, Element<T> element) {
    JsonNode array = body.get(field);
    List<T> values = new ArrayList<>();
    if (array == null || array.isNull()) {
      return values;
    }
    if (!array.isArray()) {
      problem(field + " must be a list");
      return values;
    }
    lines += array.size();
    if (lines > MAX_LINES) {
      problem(
          "routers, gates and direct have %d elements or more: must have at most %d together"
              .formatted(lines, MAX_LINES));
      return values;
    }
    for (int i = 0; i < array.size() && problems.size() < MAX_PROBLEMS; i++) {
      String path = field + "[" + i + "].";
      if (array.get(i).isObject()) {
        values.add(element.read(array.get(i), path));
      } else {
        problem(field + "[" + i + "] must be an object");
      }
    }
    return values;
  }

  private RouterReport router(JsonNode node, String path) {
    int parallelism = parallelism(node, "parallelism", path);
    return new RouterReport(
        edge(node, path),
        subtask(node, path, parallelism),
        parallelism,
        parallelism(node, "targets", path),
        hex(node, "incarnation", path, null),
        epoch(node, "prepared", path),
        epoch(node, "active", path));
  }

  private GateReport gate(JsonNode node, String path) {
    int parallelism = parallelism(node, "parallelism", path);
    return new GateReport(
        edge(node, path),
        subtask(node, path, parallelism),
        parallelism,
        epoch(node, "epoch", path),
        hex(node, "cohort", path, 0L),
        number(node, "held", path, 0, Long.MAX_VALUE, 0L),
        number(node, "lastHoldMicros", path, 0, Long.MAX_VALUE, 0L),
        endedRouters(node, path));
  }

  private SortedMap<Integer, Long> endedRouters(JsonNode node, String path) {
    SortedMap<Integer, Long> ended = new TreeMap<>();
    list(node, "ended", (router, at) -> endedRouter(router, path + at))
        .forEach(router -> ended.put(router.getKey(), router.getValue()));
    return ended;
  }

  private Map.Entry<Integer, Long> endedRouter(JsonNode node, String path) {
    return Map.entry(
        (int) number(node, "router", path, 0, MAX_PARALLELISM - 1, null),
        hex(node, "incarnation", path, null));
  }

  private DirectReport direct(JsonNode node, String path) {
    String operator = text(node, "operator", path);
    operators.putIfAbsent(operator, operator);
    checkEdges();
    return new DirectReport(
        operators.getOrDefault(operator, operator),
        parallelism(node, "parallelism", path),
        epoch(node, "epoch", path));
  }

  private EdgeId edge(JsonNode node, String path) {
    EdgeId edge = new EdgeId(text(node, "job", path), text(node, "operator", path));
    edges.putIfAbsent(edge, edge);
    checkEdges();
    return edges.getOrDefault(edge, edge);
  }

  private void checkEdges() {
    if (edges.size() + operators.size() == MAX_EDGES + 1 && !tooManyEdges) {
      tooManyEdges = true;
      problem("it names more than " + MAX_EDGES + " edges and operators: one job has some");
    }
  }

  /** Empty: it has no document yet. */
  private String coordinator(JsonNode body) {
    String coordinator = body.path("coordinator").asText("");
    if (coordinator.length() > MAX_TEXT) {
      problem("coordinator must be a text of at most " + MAX_TEXT + " characters");
      return "";
    }
    return coordinator;
  }

  private int parallelism(JsonNode node, String field, String path) {
    return (int) number(node, field, path, 1, MAX_PARALLELISM, null);
  }

  private int subtask(JsonNode node, String path, int parallelism) {
    return (int) number(node, "subtask", path, 0, Math.max(0, parallelism - 1), null);
  }

  /** Which ones there can be depends on what was published: the publisher says that. */
  private long epoch(JsonNode node, String field, String path) {
    return number(node, field, path, 0, Long.MAX_VALUE, null);
  }

  private String text(JsonNode node, String field, String path) {
    JsonNode value = node.get(field);
    if (value != null && value.isTextual()) {
      String text = value.textValue();
      if (!text.isEmpty() && text.length() <= MAX_TEXT) {
        return text;
      }
    }
    problem(path + field + shown(value) + ": must be a text of 1 … " + MAX_TEXT + " characters");
    return "";
  }

  private long number(
      JsonNode node, String field, String path, long min, long max, @Nullable Long absent) {
    JsonNode value = node.get(field);
    if ((value == null || value.isNull()) && absent != null) {
      return absent;
    }
    if (value != null && value.isIntegralNumber() && value.canConvertToLong()) {
      long number = value.longValue();
      if (number >= min && number <= max) {
        return number;
      }
    }
    problem(path + field + shown(value) + ": must be a whole number, " + min + " … " + max);
    return min;
  }

  private long hex(JsonNode node, String field, String path, @Nullable Long absent) {
    JsonNode value = node.get(field);
    if ((value == null || value.isNull()) && absent != null) {
      return absent;
    }
    if (value != null && value.isTextual() && HEX.matcher(value.textValue()).matches()) {
      return Cohort.fromText(value.textValue());
    }
    problem(path + field + shown(value) + ": must be 16 lower-case hexadecimal digits");
    return 0;
  }

  private void problem(String problem) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(problem);
    }
  }

  private static String shown(@Nullable JsonNode value) {
    if (value == null || value.isNull()) {
      return " is missing";
    }
    String text = value.toString();
    return " is " + (text.length() <= 60 ? text : text.substring(0, 60) + "…");
  }
}
