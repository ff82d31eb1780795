package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.Drill;
import io.amoeba.coordinator.execute.EdgeProgress;
import io.amoeba.coordinator.execute.PlacementPublisher;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.monitor.EdgeId;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Clock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What the coordinator knows, as JSON. Safe for concurrent use. */
final class StateApi implements HttpApi {

  private static final int PLANS_IN_STATE = 20;

  private final Knowledge knowledge;
  private final PlacementPublisher publisher;
  private final Drill drill;
  private final Clock clock;

  StateApi(Knowledge knowledge, PlacementPublisher publisher, Drill drill, Clock clock) {
    this.knowledge = knowledge;
    this.publisher = publisher;
    this.drill = drill;
    this.clock = clock;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/state", this::state);
    routes.get("/api/v1/plans", this::plans);
  }

  private void state(Context context) {
    ObjectNode root = JsonBody.MAPPER.createObjectNode();
    root.put("coordinator", publisher.document().coordinator());
    root.put("version", publisher.document().version());
    root.put("nowMillis", clock.millis());
    root.put("mode", knowledge.mode().name().toLowerCase(Locale.ROOT));
    root.set("drill", ControlApi.drill(drill.status()));
    Map<EdgeId, EdgeProgress> progress = new HashMap<>();
    publisher.progress().forEach(edge -> progress.put(edge.state().edge(), edge));
    knowledge
        .finding()
        .ifPresent(
            finding ->
                new StateJson(finding.snapshot(), progress, knowledge.rates().samples())
                    .write(root, finding.symptoms()));
    PlanJson.write(root.putArray("plans"), knowledge.plans().newestFirst(), PLANS_IN_STATE);
    JsonBody.write(context, root);
  }

  private void plans(Context context) {
    ObjectNode root = JsonBody.MAPPER.createObjectNode();
    PlanJson.write(root.putArray("plans"), knowledge.plans().newestFirst(), Integer.MAX_VALUE);
    JsonBody.write(context, root);
  }
}
