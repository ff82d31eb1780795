package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.EdgeProgress;
import io.amoeba.coordinator.execute.PlacementPublisher;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Map;

/** What the coordinator knows, as JSON. Safe for concurrent use. */
final class StateApi implements HttpApi {

  private static final int PLANS_IN_STATE = 20;

  private static final int DECISIONS_IN_STATE = 50;

  private final HttpServer.World world;

  StateApi(HttpServer.World world) {
    this.world = world;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/state", this::state, Access.READ);
  }

  private void state(Context context) {
    ObjectNode root = JsonBody.MAPPER.createObjectNode();
    PlacementPublisher publisher = world.publisher();
    Knowledge knowledge = world.knowledge();
    root.put("coordinator", publisher.document().coordinator());
    root.put("version", publisher.document().version());
    root.put("nowMillis", world.clock().millis());
    StatusApi.control(root, world);
    root.put("mayOrder", Access.ORDER.isGivenTo(Caller.of(context)));
    Map<EdgeId, EdgeProgress> progress = new HashMap<>();
    publisher.progress().forEach(edge -> progress.put(edge.state().edge(), edge));
    knowledge
        .finding()
        .ifPresent(
            finding ->
                new StateJson(finding.snapshot(), progress, knowledge.rates().samples())
                    .write(root, finding.symptoms()));
    PlanJson.write(root.putArray("plans"), world.board().book().newestFirst(), PLANS_IN_STATE);
    PlansApi.write(root.putArray("decisions"), knowledge.decisions(), DECISIONS_IN_STATE);
    JsonBody.write(context, root);
  }
}
