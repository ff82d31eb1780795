package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.changes.Changes;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a person asks first, in some lines; and the description of the API. Safe for concurrent use.
 */
final class StatusApi implements HttpApi {

  private static final String OPEN_API = "/io/amoeba/coordinator/openapi.yaml";

  /** Where the description names the kinds of change. */
  private static final String NO_KINDS = "enum: [] # the kinds of change";

  /** The answer; without a cluster before the first tick. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Status(
      long nowMillis,
      @JsonUnwrapped ControlJson control,
      @JsonUnwrapped @Nullable Cluster cluster,
      List<Finding> symptoms,
      @Nullable ObjectNode plan,
      List<DecisionJson> decisions) {}

  /** What the newest snapshot has of each kind. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Cluster(
      int nodes,
      int primaries,
      int taskManagers,
      long nodeHosts,
      boolean storeAlone,
      @Nullable String job,
      @Nullable String jobState,
      List<OperatorRate> operators) {

    static Cluster of(ClusterSnapshot snapshot) {
      StreamJob job = snapshot.job().orElse(null);
      return new Cluster(
          snapshot.nodes().names().size(),
          snapshot.primaries().size(),
          snapshot.reports().size(),
          snapshot.reports().stream().filter(report -> !report.nodeHosts().isEmpty()).count(),
          snapshot.isStoreAlone(),
          job == null ? null : job.name(),
          job == null ? null : job.state(),
          job == null
              ? List.of()
              : job.planned().stream().map(o -> OperatorRate.of(snapshot, o)).toList());
    }
  }

  record OperatorRate(
      String name,
      int parallelism,
      @Nullable Double localHitRate,
      @Nullable Double recordsInPerSecond) {

    static OperatorRate of(ClusterSnapshot snapshot, StreamOperator operator) {
      return new OperatorRate(
          operator.name(),
          operator.parallelism(),
          SnapshotJson.known(snapshot.localHitRates().getOrDefault(operator.name(), Double.NaN)),
          SnapshotJson.known(operator.rates().recordsInPerSecond()));
    }
  }

  private final HttpServer.World world;

  StatusApi(HttpServer.World world) {
    this.world = world;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/status", this::status, Access.READ);
    routes.get("/api/v1/openapi.yaml", StatusApi::openApi, Access.READ);
  }

  private void status(Context context) {
    Knowledge.Finding finding = world.knowledge().finding().orElse(null);
    JsonBody.write(
        context,
        new Status(
            world.clock().millis(),
            ControlJson.of(world),
            finding == null ? null : Cluster.of(finding.snapshot()),
            finding == null ? List.of() : Symptom.bySeverity(finding.symptoms()),
            world.board().book().open().map(StatusApi::plan).orElse(null),
            DecisionJson.newest(world.knowledge().decisions(), 1)));
  }

  private static ObjectNode plan(PlanRecord plan) {
    return JsonBody.MAPPER.valueToTree(PlanJson.of(plan));
  }

  private static String kinds() {
    return Changes.ALL.stream()
        .map(Changes::kind)
        .collect(Collectors.joining(", ", "enum: [", "]"));
  }

  private static void openApi(Context context) {
    try (InputStream in = Objects.requireNonNull(StatusApi.class.getResourceAsStream(OPEN_API))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      context.contentType("application/yaml").result(text.replace(NO_KINDS, kinds()));
    } catch (IOException e) {
      throw new UncheckedIOException("the API's description could not be read", e);
    }
  }
}
