package io.amoeba.linearroad.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobMetricsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, Long> values = new LinkedHashMap<>();
  private String job = "j";
  private final Map<String, Long> cpuTimes = new LinkedHashMap<>(Map.of("a", 1L));
  private int askedOfVertex;
  private final JobMetrics metrics = new JobMetrics(this::answer, () -> job);

  private JsonNode answer(String path) {
    try {
      if (path.equals("/taskmanagers")) {
        var ids = JSON.createObjectNode();
        var list = ids.putArray("taskmanagers");
        cpuTimes.keySet().forEach(id -> list.addObject().put("id", id));
        return ids;
      }
      if (path.startsWith("/taskmanagers/metrics")) {
        long sum = cpuTimes.values().stream().mapToLong(Long::longValue).sum();
        return JSON.readTree("[{\"sum\":" + sum + "}]");
      }
      if (path.startsWith("/taskmanagers/")) {
        long time = cpuTimes.getOrDefault(path.split("/")[2], 0L);
        return JSON.readTree("[{\"id\":\"Status.JVM.CPU.Time\",\"value\":\"" + time + "\"}]");
      }
      if (path.equals("/jobs/" + job)) {
        return JSON.readTree("{\"vertices\":[{\"id\":\"v\",\"parallelism\":2}]}");
      }
      askedOfVertex++;
      var list = JSON.createArrayNode();
      values.forEach((name, value) -> list.addObject().put("id", name).put("value", "" + value));
      return list;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void readAfterFetch() {
    readAfterFetch("a");
  }

  private void readAfterFetch(String taskManager) {
    cpuTimes.merge(taskManager, 1L, Long::sum);
    metrics.read();
  }

  @Test
  void countersOfRestartedSubtasksContinue() {
    values.put("0.Toll.amoeba.redis.localRequests", 100L);
    values.put("1.Toll.amoeba.redis.remoteRequests", 7L);
    values.put("1.SegStats.amoeba.redis.localRequests", 3L);
    readAfterFetch();
    values.put("0.Toll.amoeba.redis.localRequests", 5L);
    readAfterFetch();
    values.put("0.Toll.amoeba.redis.localRequests", 9L);
    readAfterFetch();

    assertThat(metrics.requests())
        .isEqualTo(Map.of("Toll", new Requests(109, 7), "SegStats", new Requests(3, 0)));
  }

  @Test
  void freshReadsAreCountedBesideRequests() {
    values.put("0.TravelTime.amoeba.redis.localRequests", 9L);
    values.put("0.TravelTime.amoeba.redis.freshReads.primaryAnswers", 4L);
    values.put("0.TravelTime.amoeba.redis.freshReads.replicaAnswers", 5L);
    values.put("1.AccountBalance.amoeba.redis.freshReads.replicaAnswers", 1L);
    readAfterFetch();
    values.put("0.TravelTime.amoeba.redis.freshReads.replicaAnswers", 7L);
    readAfterFetch();

    assertThat(metrics.freshAnswers()).isEqualTo(new FreshAnswers(4, 8));
    assertThat(metrics.requests()).isEqualTo(Map.of("TravelTime", new Requests(9, 0)));
  }

  @Test
  void countersContinueAfterARestartFromASavepoint() {
    values.put("0.Toll.amoeba.redis.localRequests", 100L);
    values.put("0.currentInputWatermark", 5_000L);
    readAfterFetch();
    job = "k";
    values.put("0.Toll.amoeba.redis.localRequests", 120L);
    values.remove("0.currentInputWatermark");
    readAfterFetch();

    assertThat(metrics.requests()).isEqualTo(Map.of("Toll", new Requests(220, 0)));
    assertThat(metrics.watermarkMillis()).as("of the former job").isEmpty();
  }

  @Test
  void metricsOfLateSubtasksAreFoundAtTheNextRead() {
    values.put("0.Toll.amoeba.redis.localRequests", 100L);
    values.put("0.currentInputWatermark", 5_000L);
    readAfterFetch();
    values.put("1.Toll.amoeba.redis.localRequests", 7L);
    readAfterFetch();
    assertThat(metrics.requests()).isEqualTo(Map.of("Toll", new Requests(107, 0)));

    job = "k";
    values.clear();
    values.put("0.currentInputWatermark", 6_000L);
    values.put("1.currentInputWatermark", 6_000L);
    readAfterFetch();
    values.put("0.Toll.amoeba.redis.localRequests", 1L);
    values.put("1.Toll.amoeba.redis.localRequests", 1L);
    readAfterFetch();
    assertThat(metrics.requests()).isEqualTo(Map.of("Toll", new Requests(109, 0)));
  }

  @Test
  void valuesThatFlinkHasNotFetchedAreStale() {
    metrics.read();
    assertThat(metrics.isFresh()).isTrue();

    metrics.read();
    assertThat(metrics.isFresh()).isFalse();

    readAfterFetch();
    assertThat(metrics.isFresh()).isTrue();
  }

  @Test
  void roundIsCompleteWhenEveryTaskManagerHasResponded() {
    cpuTimes.put("b", 1L);
    metrics.read();
    assertThat(metrics.rounds()).isEqualTo(1);

    readAfterFetch("a");
    readAfterFetch("a");
    metrics.read();
    assertThat(metrics.rounds()).as("b has not answered").isEqualTo(1);

    readAfterFetch("b");
    assertThat(metrics.rounds()).isEqualTo(2);

    cpuTimes.remove("b");
    readAfterFetch("a");
    assertThat(metrics.rounds()).as("b is gone").isEqualTo(3);
  }

  @Test
  void laterResponsesOfOtherTaskManagersAreRead() {
    values.put("0.Toll.amoeba.redis.localRequests", 100L);
    readAfterFetch();
    values.put("0.Toll.amoeba.redis.localRequests", 110L);
    metrics.read();

    assertThat(metrics.requests()).isEqualTo(Map.of("Toll", new Requests(110, 0)));
  }

  @Test
  void metricsThatFlinkHasNotFetchedAreNotRequested() {
    readAfterFetch();
    metrics.read();
    int asked = askedOfVertex;

    metrics.read();

    assertThat(askedOfVertex).isEqualTo(asked);
  }

  @Test
  void slowestSubtaskSetsTheWatermark() {
    assertThat(metrics.watermarkMillis()).isEmpty();
    values.put("0.currentInputWatermark", 5_999L);
    values.put("1.currentInputWatermark", 3_999L);
    values.put("1.Toll.currentInputWatermark", 1L);
    readAfterFetch();

    assertThat(metrics.watermarkMillis()).hasValue(3_999);

    values.put("1.currentInputWatermark", Long.MIN_VALUE);
    readAfterFetch();
    assertThat(metrics.watermarkMillis()).isEmpty();
  }
}
