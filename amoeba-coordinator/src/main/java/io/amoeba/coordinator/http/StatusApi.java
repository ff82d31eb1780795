package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.diagnosis.Symptom;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.PlanBook;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a person asks first, in some lines; and the description of the API. Safe for concurrent use.
 */
final class StatusApi implements HttpApi {

  private static final String OPEN_API = "/io/amoeba/coordinator/openapi.yaml";

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
    ObjectNode root = JsonBody.MAPPER.createObjectNode();
    root.put("nowMillis", world.clock().millis());
    control(root, world);
    Optional<Knowledge.Finding> finding = world.knowledge().finding();
    finding.ifPresent(found -> snapshot(root, found.snapshot()));
    root.putPOJO(
        "symptoms", Symptom.bySeverity(finding.map(Knowledge.Finding::symptoms).orElse(List.of())));
    world.board().book().open().ifPresent(plan -> PlanJson.write(root.putObject("plan"), plan));
    PlansApi.write(root.putArray("decisions"), world.knowledge().decisions(), 1);
    JsonBody.write(context, root);
  }

  /** Mode, pause and drill, as they are in status and state. */
  static void control(ObjectNode root, HttpServer.World world) {
    root.put("mode", world.knowledge().mode().text());
    PlanBook book = world.board().book();
    root.put("paused", book.pause().isPresent());
    book.pause()
        .ifPresent(
            pause -> {
              root.put("pausedBy", pause.by());
              root.put("pausedAtMillis", pause.at().toEpochMilli());
            });
    root.set("drill", ControlApi.drill(world.drill().status()));
  }

  private static void snapshot(ObjectNode root, ClusterSnapshot snapshot) {
    root.put("nodes", snapshot.nodes().names().size());
    root.put("primaries", snapshot.primaries().size());
    root.put("taskManagers", snapshot.reports().size());
    root.put(
        "nodeHosts",
        snapshot.reports().stream().filter(report -> !report.nodeHosts().isEmpty()).count());
    snapshot.job().ifPresent(job -> root.put("job", job.name()).put("jobState", job.state()));
    ArrayNode operators = root.putArray("operators");
    for (StreamOperator operator : snapshot.job().map(StreamJob::planned).orElse(List.of())) {
      ObjectNode node = operators.addObject();
      node.put("name", operator.name()).put("parallelism", operator.parallelism());
      double share = snapshot.localHitRates().getOrDefault(operator.name(), Double.NaN);
      StateJson.number(node, "localHitRate", share);
      StateJson.number(node, "recordsInPerSecond", operator.rates().recordsInPerSecond());
    }
  }

  private static void openApi(Context context) {
    try (InputStream in = Objects.requireNonNull(StatusApi.class.getResourceAsStream(OPEN_API))) {
      context.contentType("application/yaml").result(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the API's description could not be read", e);
    }
  }
}
