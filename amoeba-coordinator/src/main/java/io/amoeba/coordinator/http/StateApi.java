package io.amoeba.coordinator.http;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.amoeba.coordinator.changes.routing.EdgeProgress;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the coordinator knows, as JSON. Safe for concurrent use. */
final class StateApi implements HttpApi {

  private static final int PLANS_IN_STATE = 20;

  private static final int DECISIONS_IN_STATE = 50;

  /** The answer; without a snapshot before the first tick. */
  record State(
      String coordinator,
      long version,
      long nowMillis,
      @JsonUnwrapped ControlJson control,
      boolean mayOrder,
      @JsonUnwrapped @Nullable SnapshotJson snapshot,
      ArrayNode plans,
      List<DecisionJson> decisions) {}

  private final HttpServer.World world;

  StateApi(HttpServer.World world) {
    this.world = world;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/state", this::state, Access.READ);
  }

  private void state(Context context) {
    PlacementPublisher publisher = world.publisher();
    Knowledge knowledge = world.knowledge();
    // Before the progress: maps that the snapshot has are then never ahead of their hand-over.
    Optional<Knowledge.Finding> finding = knowledge.finding();
    long nowMillis = world.clock().millis();
    Map<EdgeId, EdgeProgress> progress = new HashMap<>();
    publisher.progress().forEach(edge -> progress.put(edge.state().edge(), edge));
    ArrayNode plans =
        JsonBody.MAPPER.valueToTree(
            PlanJson.of(world.board().book().newestFirst(), PLANS_IN_STATE));
    JsonBody.write(
        context,
        new State(
            publisher.document().coordinator(),
            publisher.document().version(),
            nowMillis,
            ControlJson.of(world),
            Access.ORDER.isGivenTo(Caller.of(context)),
            finding
                .map(found -> SnapshotJson.of(found, progress, knowledge.rates().samples()))
                .orElse(null),
            plans,
            DecisionJson.newest(knowledge.decisions(), DECISIONS_IN_STATE)));
  }
}
