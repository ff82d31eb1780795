package io.amoeba.coordinator.flink;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.partitioner.placement.protocol.RequestMetrics;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the metrics of vertices, summed over their subtasks, on a thread of its own: Flink answers
 * slowly when its CPUs are busy, which is just when a plan should not wait for rates. Metrics are a
 * help, never a reason to fail: what cannot be read is unknown. Safe for concurrent use.
 */
final class VertexMetrics implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(VertexMetrics.class);

  private static final String LOCAL = RequestMetrics.qualified(RequestMetrics.LOCAL);
  private static final String REMOTE = RequestMetrics.qualified(RequestMetrics.REMOTE);
  private static final String RECORDS_IN = "numRecordsInPerSecond";

  /** More than any job counts, and exact in a double. */
  private static final double MOST = 1L << 53;

  /** Names come when operators open; asking for them at every tick would double the requests. */
  private static final long NAMES_MILLIS = 5_000;

  /** How long operators may take to open. */
  private static final long OPENING_MILLIS = 120_000;

  /** The same when they are open. */
  private static final long LATER_NAMES_MILLIS = 60_000;

  /** Flink itself renews them every ten seconds, unless it is told otherwise. */
  private static final long METRICS_MILLIS = 1_000;

  /**
   * @param sinceMillis when they were first asked for
   */
  private record Names(List<String> ids, long sinceMillis, long readMillis) {
    boolean areNew(long nowMillis) {
      boolean opening = nowMillis - sinceMillis < OPENING_MILLIS;
      return nowMillis - readMillis < (opening ? NAMES_MILLIS : LATER_NAMES_MILLIS);
    }
  }

  private final FlinkRest rest;
  private final Ticker ticker;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          task -> {
            Thread reader = new Thread(task, "amoeba-flink-metrics");
            reader.setDaemon(true);
            return reader;
          });
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile Map<String, OperatorRates> ratesByVertex = Map.of();
  private volatile long readMillis = Long.MIN_VALUE / 2; // never
  // Of the reader's thread alone.
  private final Map<String, Names> namesByVertex = new HashMap<>();

  VertexMetrics(FlinkRest rest, Ticker ticker) {
    this.rest = rest;
    this.ticker = ticker;
  }

  /** The newest rates that are known, by vertex; begins to read newer ones when these are old. */
  Map<String, OperatorRates> rates(String job, List<String> vertices) {
    boolean old =
        ticker.millis() - readMillis >= METRICS_MILLIS
            || !ratesByVertex.keySet().containsAll(vertices);
    if (old && reading.compareAndSet(false, true)) {
      try {
        thread.execute(() -> refresh(job, vertices));
      } catch (RejectedExecutionException e) {
        LOG.debug("Metrics are asked for while the coordinator ends");
      }
    }
    return ratesByVertex;
  }

  private void refresh(String job, List<String> vertices) {
    try {
      Map<String, OperatorRates> rates = new HashMap<>();
      vertices.forEach(vertex -> rates.put(vertex, read(job, vertex)));
      ratesByVertex = Map.copyOf(rates);
      readMillis = ticker.millis();
    } finally {
      reading.set(false);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private OperatorRates read(String job, String vertex) {
    String path = "/jobs/" + job + "/vertices/" + vertex + "/subtasks/metrics";
    try {
      List<String> ids = names(path);
      if (ids.isEmpty()) {
        return OperatorRates.UNKNOWN;
      }
      return rates(sums(path, ids));
    } catch (IOException e) {
      return OperatorRates.UNKNOWN;
    }
  }

  /** What cannot be counted so is unknown. */
  static OperatorRates rates(Map<String, Double> sums) {
    double records = sums.getOrDefault(RECORDS_IN, Double.NaN);
    return new OperatorRates(
        records >= 0 && records <= MOST ? records : Double.NaN,
        requests(sum(sums, LOCAL)),
        requests(sum(sums, REMOTE)));
  }

  private static long requests(double sum) {
    return sum >= 0 && sum <= MOST ? (long) sum : -1;
  }

  private List<String> names(String path) throws IOException {
    Names known = namesByVertex.get(path);
    long now = ticker.millis();
    if (known != null && known.areNew(now)) {
      return known.ids();
    }
    List<String> ids = new ArrayList<>();
    for (JsonNode metric : rest.get(path)) {
      String id = metric.path("id").asText();
      if (id.equals(RECORDS_IN) || isRequestCounter(id, LOCAL) || isRequestCounter(id, REMOTE)) {
        ids.add(id);
      }
    }
    namesByVertex.keySet().removeIf(key -> !key.startsWith(jobPart(path)));
    namesByVertex.put(path, new Names(ids, known == null ? now : known.sinceMillis(), now));
    return ids;
  }

  private Map<String, Double> sums(String path, List<String> ids) throws IOException {
    String get = URLEncoder.encode(String.join(",", ids), StandardCharsets.UTF_8);
    Map<String, Double> sums = new HashMap<>();
    for (JsonNode metric : rest.get(path + "?agg=sum&get=" + get)) {
      if (metric.path("sum").isNumber()) {
        sums.put(metric.path("id").asText(), metric.path("sum").asDouble());
      }
    }
    return sums;
  }

  /** The counters of all operators of a chain, -1 if none counts. */
  private static double sum(Map<String, Double> sums, String counter) {
    return sums.entrySet().stream()
        .filter(entry -> isRequestCounter(entry.getKey(), counter))
        .mapToDouble(Map.Entry::getValue)
        .reduce(Double::sum)
        .orElse(-1);
  }

  private static boolean isRequestCounter(String id, String counter) {
    return id.equals(counter) || id.endsWith("." + counter);
  }

  private static String jobPart(String path) {
    return path.split(Pattern.quote("/vertices/"), 2)[0];
  }
}
