package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.execute.Drill;
import io.amoeba.coordinator.execute.EdgeProgress;
import io.amoeba.coordinator.execute.PlacementPublisher;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.monitor.EdgeId;
import io.amoeba.partitioner.placement.PlacementMap;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The switches: mode and drill. Safe for concurrent use. */
final class ControlApi implements HttpApi {

  private static final long MIN_EVERY_MILLIS = 10;
  private static final long MAX_EVERY_MILLIS = 3_600_000;

  private final Knowledge knowledge;
  private final PlacementPublisher publisher;
  private final Drill drill;

  ControlApi(Knowledge knowledge, PlacementPublisher publisher, Drill drill) {
    this.knowledge = knowledge;
    this.publisher = publisher;
    this.drill = drill;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/mode", this::showMode);
    routes.put("/api/v1/mode", this::setMode);
    routes.get("/api/v1/drill", this::showDrill);
    routes.put("/api/v1/drill", this::startDrill);
    routes.delete("/api/v1/drill", this::stopDrill);
  }

  private void showMode(Context context) {
    ObjectNode body = JsonBody.MAPPER.createObjectNode();
    JsonBody.write(context, body.put("mode", knowledge.mode().name().toLowerCase(Locale.ROOT)));
  }

  private void setMode(Context context) {
    JsonNode mode = JsonBody.read(context).path("mode");
    switch (mode.asText()) {
      case "observe" -> {
        drill.stop();
        knowledge.setMode(Mode.OBSERVE);
      }
      case "act" -> knowledge.setMode(Mode.ACT);
      default -> throw new BadRequest("mode is " + mode + ": must be \"observe\" or \"act\"");
    }
    showMode(context);
  }

  private void showDrill(Context context) {
    JsonBody.write(context, drill(drill.status()));
  }

  private void startDrill(Context context) {
    JsonNode every = JsonBody.read(context).path("everyMillis");
    if (!every.isIntegralNumber()
        || every.asLong() < MIN_EVERY_MILLIS
        || every.asLong() > MAX_EVERY_MILLIS) {
      throw new BadRequest(
          "everyMillis is "
              + (every.isMissingNode() ? "missing" : every)
              + ": must be a whole number, "
              + MIN_EVERY_MILLIS
              + " … "
              + MAX_EVERY_MILLIS);
    }
    if (knowledge.mode() != Mode.ACT) {
      throw new ConflictResponse("the mode is observe: a drill needs the mode act");
    }
    Map<EdgeId, PlacementMap> maps = new HashMap<>();
    for (EdgeProgress edge : publisher.progress()) {
      if (edge.complete()) {
        edge.state().map().ifPresent(map -> maps.put(edge.state().edge(), map));
      }
    }
    if (maps.isEmpty() && !drill.isActive()) {
      throw new ConflictResponse("no placement map is complete yet: wait for the first alignment");
    }
    drill.start(every.asLong(), maps);
    showDrill(context);
  }

  private void stopDrill(Context context) {
    drill.stop();
    showDrill(context);
  }

  static ObjectNode drill(Drill.Status status) {
    ObjectNode node = JsonBody.MAPPER.createObjectNode();
    node.put("activity", status.activity().name().toLowerCase(Locale.ROOT));
    node.put("everyMillis", status.everyMillis());
    node.put("completedSwitches", status.completedSwitches());
    return node;
  }
}
