package io.amoeba.partitioner.placement.protocol;

import io.amoeba.partitioner.placement.Cohort;
import io.amoeba.partitioner.placement.DocumentLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns a task manager's report into a value, or into the list of everything that is wrong with it.
 * Unknown fields are ignored: a newer task manager may say more. One instance per report.
 */
public final class ReportReader {

  private static final int MAX_PARALLELISM = DocumentLimits.MAX_PARALLELISM;
  private static final int MAX_TEXT = StrictJson.MAX_TEXT;
  private static final int MAX_PROBLEMS = 20;

  /** Names and addresses of one machine. */
  private static final int MAX_NODE_HOSTS = 16;

  private static final int MAX_HOST = 255;

  /** Routers, gates and partitioners of one task manager: far more than it has task slots for. */
  private static final int MAX_LINES = 10_000;

  private static final int MAX_EDGES = 256;
  private static final int MAX_SHOWN = 60;
  private static final Pattern HEX = Pattern.compile("[0-9a-f]{16}");

  private final List<String> problems = new ArrayList<>();

  /** Each edge, and each name, once: thousands of lines speak of the same few. */
  private final Map<EdgeId, EdgeId> edges = new HashMap<>();

  private final Map<String, String> operators = new HashMap<>();
  private boolean tooManyEdges;
  private int lines;

  private ReportReader() {}

  /**
   * The report in a JSON object: texts, numbers, lists and maps of these.
   *
   * @param taskManager that sends it
   * @throws MalformedReportException with every broken rule
   */
  public static TaskManagerReport read(String taskManager, Map<?, ?> body)
      throws MalformedReportException {
    ReportReader reader = new ReportReader();
    String id = reader.text(body, Fields.TASK_MANAGER, "");
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
            reader.text(body, Fields.HOST, ""),
            reader.nodeHosts(body),
            reader.coordinator(body),
            reader.number(body, Fields.VERSION, "", Long.MIN_VALUE, Long.MAX_VALUE, 0L),
            reader.number(body, Fields.REFUSED_MAPS, "", 0, Long.MAX_VALUE, 0L),
            reader.number(body, Fields.STALE_MAPS, "", 0, Long.MAX_VALUE, 0L),
            reader.list(body, Fields.ROUTERS, reader::router),
            reader.list(body, Fields.GATES, reader::gate),
            reader.list(body, Fields.DIRECT, reader::direct));
    if (!reader.problems.isEmpty()) {
      throw new MalformedReportException(reader.problems);
    }
    return report;
  }

  /** Older partitioners name none. */
  private String copy(Map<?, ?> body) {
    return body.get(Fields.COPY) == null ? "" : Cohort.toText(hex(body, Fields.COPY, "", null));
  }

  /** Whether they are hosts is for the collector to say, which has a symptom for it. */
  private List<String> nodeHosts(Map<?, ?> body) {
    Object value = body.get(Fields.NODE_HOSTS);
    List<String> hosts = new ArrayList<>();
    if (value == null) {
      return hosts; // older task managers tell none
    }
    List<?> list = value instanceof List ? (List<?>) value : List.of(value);
    for (Object host : list) {
      if (host instanceof String
          && !((String) host).isEmpty()
          && ((String) host).length() <= MAX_HOST) {
        hosts.add((String) host);
      }
    }
    if (!(value instanceof List) || list.size() > MAX_NODE_HOSTS || hosts.size() < list.size()) {
      problem(
          String.format(
              "nodeHosts must be a list of at most %d texts of 1 … %d characters",
              MAX_NODE_HOSTS, MAX_HOST));
      return List.of();
    }
    return hosts;
  }

  private interface Element<T> {
    T read(Map<?, ?> element, String path);
  }

  private <T> List<T> list(Map<?, ?> body, String field, Element<T> element) {
    Object value = body.get(field);
    List<T> values = new ArrayList<>();
    if (value == null) {
      return values;
    }
    if (!(value instanceof List)) {
      problem(field + " must be a list");
      return values;
    }
    List<?> list = (List<?>) value;
    lines += list.size();
    if (lines > MAX_LINES) {
      problem(
          String.format(
              "routers, gates and direct have %d elements or more: must have at most %d together",
              lines, MAX_LINES));
      return values;
    }
    for (int i = 0; i < list.size() && problems.size() < MAX_PROBLEMS; i++) {
      String path = field + "[" + i + "].";
      if (list.get(i) instanceof Map) {
        values.add(element.read((Map<?, ?>) list.get(i), path));
      } else {
        problem(field + "[" + i + "] must be an object");
      }
    }
    return values;
  }

  private RouterReport router(Map<?, ?> line, String path) {
    int parallelism = parallelism(line, Fields.PARALLELISM, path);
    return new RouterReport(
        edge(line, path),
        subtask(line, path, parallelism),
        parallelism,
        parallelism(line, Fields.TARGETS, path),
        hex(line, Fields.INCARNATION, path, null),
        epoch(line, Fields.PREPARED, path),
        epoch(line, Fields.ACTIVE, path));
  }

  private GateReport gate(Map<?, ?> line, String path) {
    int parallelism = parallelism(line, Fields.PARALLELISM, path);
    return new GateReport(
        edge(line, path),
        subtask(line, path, parallelism),
        parallelism,
        epoch(line, Fields.EPOCH, path),
        hex(line, Fields.COHORT, path, 0L),
        number(line, Fields.HELD, path, 0, Long.MAX_VALUE, 0L),
        number(line, Fields.LAST_HOLD_MICROS, path, 0, Long.MAX_VALUE, 0L),
        endedRouters(line, path));
  }

  private Map<Integer, Long> endedRouters(Map<?, ?> line, String path) {
    Map<Integer, Long> ended = new TreeMap<>();
    list(line, Fields.ENDED, (router, at) -> endedRouter(router, path + at))
        .forEach(router -> ended.put(router.getKey(), router.getValue()));
    return ended;
  }

  private Map.Entry<Integer, Long> endedRouter(Map<?, ?> line, String path) {
    return Map.entry(
        (int) number(line, Fields.ROUTER, path, 0, MAX_PARALLELISM - 1, null),
        hex(line, Fields.INCARNATION, path, null));
  }

  private DirectReport direct(Map<?, ?> line, String path) {
    String operator = text(line, Fields.OPERATOR, path);
    operators.putIfAbsent(operator, operator);
    checkEdges();
    return new DirectReport(
        operators.getOrDefault(operator, operator),
        parallelism(line, Fields.PARALLELISM, path),
        epoch(line, Fields.EPOCH, path));
  }

  private EdgeId edge(Map<?, ?> line, String path) {
    EdgeId edge = new EdgeId(text(line, Fields.JOB, path), text(line, Fields.OPERATOR, path));
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
  private String coordinator(Map<?, ?> body) {
    Object value = body.get(Fields.COORDINATOR);
    String coordinator = value instanceof String ? (String) value : "";
    if (coordinator.length() > MAX_TEXT) {
      problem("coordinator must be a text of at most " + MAX_TEXT + " characters");
      return "";
    }
    return coordinator;
  }

  private int parallelism(Map<?, ?> line, String field, String path) {
    return (int) number(line, field, path, 1, MAX_PARALLELISM, null);
  }

  private int subtask(Map<?, ?> line, String path, int parallelism) {
    return (int) number(line, Fields.SUBTASK, path, 0, Math.max(0, parallelism - 1), null);
  }

  /** Which ones there can be depends on what was published: the publisher says that. */
  private long epoch(Map<?, ?> line, String field, String path) {
    return number(line, field, path, 0, Long.MAX_VALUE, null);
  }

  private String text(Map<?, ?> object, String field, String path) {
    Object value = object.get(field);
    if (value instanceof String) {
      String text = (String) value;
      if (!text.isEmpty() && text.length() <= MAX_TEXT) {
        return text;
      }
    }
    problem(path + field + shown(value) + ": must be a text of 1 … " + MAX_TEXT + " characters");
    return "";
  }

  private long number(
      Map<?, ?> object, String field, String path, long min, long max, @Nullable Long absent) {
    Object value = object.get(field);
    if (value == null && absent != null) {
      return absent;
    }
    if (value instanceof Integer || value instanceof Long) {
      long number = ((Number) value).longValue();
      if (number >= min && number <= max) {
        return number;
      }
    }
    problem(path + field + shown(value) + ": must be a whole number, " + min + " … " + max);
    return min;
  }

  private long hex(Map<?, ?> object, String field, String path, @Nullable Long absent) {
    Object value = object.get(field);
    if (value == null && absent != null) {
      return absent;
    }
    if (value instanceof String && HEX.matcher((String) value).matches()) {
      return Cohort.fromText((String) value);
    }
    problem(path + field + shown(value) + ": must be 16 lower-case hexadecimal digits");
    return 0;
  }

  private void problem(String problem) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(problem);
    }
  }

  private static String shown(@Nullable Object value) {
    if (value == null) {
      return " is missing";
    }
    if (value instanceof Map || value instanceof List) {
      return value instanceof Map ? " is an object" : " is a list";
    }
    String text = value instanceof String ? "\"" + value + "\"" : value.toString();
    return " is " + (text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…");
  }
}
