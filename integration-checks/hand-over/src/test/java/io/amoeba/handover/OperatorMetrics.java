package io.amoeba.handover;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.embedded.flink.FlinkCluster;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Sums and maxima of metrics of a job's operators, as Flink's REST interface knows them. */
final class OperatorMetrics {

  private final FlinkCluster flink;
  private final String job;

  OperatorMetrics(FlinkCluster flink, String job) {
    this.flink = flink;
    this.job = job;
  }

  /** Sum over all subtasks of every operator that has a metric with this end of its name. */
  long sum(String nameEnd) {
    return aggregate(nameEnd, "sum");
  }

  long max(String nameEnd) {
    return aggregate(nameEnd, "max");
  }

  private long aggregate(String nameEnd, String how) {
    long result = 0;
    for (JsonNode vertex : flink.get("/jobs/" + job).path("vertices")) {
      String path =
          "/jobs/" + job + "/vertices/" + vertex.path("id").asText() + "/subtasks/metrics";
      for (JsonNode metric : flink.get(path)) {
        String name = metric.path("id").asText();
        if (name.endsWith(nameEnd)) {
          String query = path + "?get=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
          long value = flink.get(query).path(0).path(how).asLong();
          result = how.equals("sum") ? result + value : Math.max(result, value);
        }
      }
    }
    return result;
  }
}
