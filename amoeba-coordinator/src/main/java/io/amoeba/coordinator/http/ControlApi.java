package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.EdgeProgress;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.partitioner.placement.PlacementMap;
import io.amoeba.partitioner.placement.protocol.EdgeId;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The switches: mode and drill. Safe for concurrent use. */
final class ControlApi implements HttpApi {

  private static final long MIN_EVERY_MILLIS = 10;
  private static final long MAX_EVERY_MILLIS = 3_600_000;

  /** What the coordinator may do by itself. */
  record ModeJson(Mode mode) {}

  private final Knowledge knowledge;
  private final PlanBoard board;
  private final PlacementPublisher publisher;
  private final Drill drill;

  ControlApi(HttpServer.World world) {
    this.knowledge = world.knowledge();
    this.board = world.board();
    this.publisher = world.publisher();
    this.drill = world.drill();
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/mode", this::showMode, Access.READ);
    routes.put("/api/v1/mode", this::setMode, Access.ORDER);
    routes.get("/api/v1/drill", this::showDrill, Access.READ);
    routes.put("/api/v1/drill", this::startDrill, Access.ORDER);
    routes.delete("/api/v1/drill", this::stopDrill, Access.ORDER);
  }

  private void showMode(Context context) {
    JsonBody.write(context, new ModeJson(knowledge.mode()));
  }

  private void setMode(Context context) {
    JsonNode mode = JsonBody.read(context).path("mode");
    switch (mode.asText()) {
      case "observe" -> {
        drill.stop();
        knowledge.setMode(Mode.OBSERVE);
      }
      case "propose" -> {
        drill.stop();
        knowledge.setMode(Mode.PROPOSE);
      }
      case "act" -> knowledge.setMode(Mode.ACT);
      default ->
          throw new BadRequest("mode is " + mode + ": must be \"observe\", \"propose\" or \"act\"");
    }
    knowledge.decisions().note(Caller.of(context).name() + ": mode " + knowledge.mode().text());
    showMode(context);
  }

  private void showDrill(Context context) {
    JsonBody.write(context, drill.status());
  }

  private void startDrill(Context context) {
    JsonNode body = JsonBody.read(context);
    List<String> problems = new ArrayList<>();
    long everyMillis = everyMillis(body.path("everyMillis"), problems);
    Drill.Other other = other(body.path("other"), problems);
    if (!problems.isEmpty()) {
      throw new BadRequest(problems);
    }
    if (knowledge.mode() != Mode.ACT) {
      throw new ConflictResponse(
          "the mode is " + knowledge.mode().text() + ": a drill needs the mode act");
    }
    if (board.book().pause().isPresent()) {
      throw new ConflictResponse("plans are paused: resume them before a drill");
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
    drill.start(everyMillis, other, maps);
    showDrill(context);
  }

  private static long everyMillis(JsonNode every, List<String> problems) {
    if (!every.isIntegralNumber()
        || every.asLong() < MIN_EVERY_MILLIS
        || every.asLong() > MAX_EVERY_MILLIS) {
      problems.add(
          "everyMillis is "
              + (every.isMissingNode() ? "missing" : every)
              + ": must be a whole number, "
              + MIN_EVERY_MILLIS
              + " … "
              + MAX_EVERY_MILLIS);
    }
    return every.asLong();
  }

  private static Drill.Other other(JsonNode other, List<String> problems) {
    if (other.isMissingNode()) {
      return Drill.Other.ROTATED;
    }
    for (Drill.Other known : Drill.Other.values()) {
      if (other.isTextual() && JsonBody.name(known).equals(other.asText())) {
        return known;
      }
    }
    problems.add("other is " + other + ": must be \"rotated\" or \"hash\"");
    return Drill.Other.ROTATED;
  }

  private void stopDrill(Context context) {
    drill.stop();
    showDrill(context);
  }
}
