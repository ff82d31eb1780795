package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.approve.PlanRefused;
import io.amoeba.coordinator.knowledge.DecisionLog;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import java.util.Map;

/** Plans: to be read, and to be decided about. Safe for concurrent use. */
final class PlansApi implements HttpApi {

  private static final int MAX_NOTE = 500;
  private static final String PLAN = "/api/v1/plans/{id}";

  /** Whether all plans rest. */
  record Paused(boolean paused) {}

  private final PlanBoard board;
  private final Orders orders;
  private final DecisionLog decisions;

  PlansApi(PlanBoard board, Orders orders, DecisionLog decisions) {
    this.board = board;
    this.orders = orders;
    this.decisions = decisions;
  }

  private interface Order {
    PlanRecord give(String id, String by, String note);
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get("/api/v1/plans", this::list, Access.READ);
    routes.post("/api/v1/plans", this::propose, Access.ORDER);
    routes.get(PLAN, this::explain, Access.READ);
    routes.post(PLAN + "/approve", context -> order(context, orders::approve), Access.ORDER);
    routes.post(PLAN + "/reject", context -> order(context, orders::reject), Access.ORDER);
    routes.post(PLAN + "/abort", context -> order(context, orders::abort), Access.ORDER);
    routes.post("/api/v1/pause", this::pause, Access.ORDER);
    routes.post("/api/v1/resume", this::resume, Access.ORDER);
    routes.get("/api/v1/decisions", this::decisions, Access.READ);
  }

  private void list(Context context) {
    List<PlanRecord> plans = board.book().newestFirst();
    JsonBody.write(context, Map.of("plans", PlanJson.of(plans, plans.size())));
  }

  private void explain(Context context) {
    String id = context.pathParam("id");
    PlanRecord plan = board.book().find(id).orElseThrow(() -> PlanRefused.unknown(id));
    List<DecisionLog.Decision> about =
        decisions.newestFirst().stream()
            .filter(decision -> decision.plan().filter(id::equals).isPresent())
            .toList();
    JsonBody.write(context, PlanJson.Explained.of(plan, about));
  }

  private void propose(Context context) {
    JsonBody.readOrder(context);
    orders.propose(Caller.of(context).name());
    context.status(202);
    JsonBody.write(context, JsonBody.MAPPER.createObjectNode());
  }

  private void order(Context context, Order order) {
    String note = note(JsonBody.readOrder(context));
    PlanRecord plan = order.give(context.pathParam("id"), Caller.of(context).name(), note);
    JsonBody.write(context, PlanJson.of(plan));
  }

  private static String note(JsonNode body) {
    JsonNode note = body.path("note");
    if (note.isMissingNode()) {
      return "";
    }
    if (!note.isTextual() || note.asText().length() > MAX_NOTE) {
      throw new BadRequest("note must be a text of at most " + MAX_NOTE + " characters");
    }
    return note.asText().strip();
  }

  private void pause(Context context) {
    JsonBody.readOrder(context);
    orders.pause(Caller.of(context).name());
    paused(context);
  }

  private void resume(Context context) {
    JsonBody.readOrder(context);
    orders.resume(Caller.of(context).name());
    paused(context);
  }

  private void paused(Context context) {
    JsonBody.write(context, new Paused(board.book().pause().isPresent()));
  }

  private void decisions(Context context) {
    JsonBody.write(context, Map.of("decisions", DecisionJson.newest(decisions, Integer.MAX_VALUE)));
  }
}
