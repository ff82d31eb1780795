package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.changes.leadership.AbsenceRequest;
import io.amoeba.coordinator.changes.leadership.LeaveServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.knowledge.Mode;
import io.amoeba.coordinator.knowledge.PlanRecord;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.plan.Proposal;
import io.amoeba.coordinator.plan.TopologyFingerprint;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ConflictResponse;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The lead of a shard leaves a server, and returns. Safe for concurrent use. */
final class LeadApi implements HttpApi {

  private static final long LEAST_MILLIS = 1_000;
  private static final long MOST_MILLIS = 86_400_000;
  private static final long DEFAULT_MILLIS = 3_600_000;
  private static final String SERVER = "server";

  private final Knowledge knowledge;
  private final PlanBoard board;
  private final Orders orders;

  LeadApi(HttpServer.World world) {
    this.knowledge = world.knowledge();
    this.board = world.board();
    this.orders = world.orders();
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.post("/api/v1/hand-over", this::leave, Access.ORDER);
    routes.post("/api/v1/take-back", this::takeBack, Access.ORDER);
  }

  private void leave(Context context) {
    AbsenceRequest request = request(JsonBody.readOrder(context));
    if (knowledge.mode() == Mode.OBSERVE) {
      throw new ConflictResponse("the mode is observe, in which no lead changes: set another mode");
    }
    Optional<ClusterSnapshot> snapshot = knowledge.finding().map(Knowledge.Finding::snapshot);
    Optional<String> fingerprint = snapshot.flatMap(TopologyFingerprint::of);
    if (fingerprint.isEmpty()) {
      throw new ConflictResponse(
          "job and store are not seen for certain: amoeba status shows the reason");
    }
    AbsenceRequest.Answer answer = request.in(snapshot.orElseThrow());
    if (answer instanceof AbsenceRequest.Refused refused) {
      throw new ConflictResponse(refused.why());
    }
    Proposal proposal =
        Proposal.of(
            ((AbsenceRequest.Planned) answer).plan(),
            fingerprint.get(),
            snapshot.orElseThrow(),
            Optional.empty());
    JsonBody.write(context, PlanJson.of(orders.command(proposal, Caller.of(context).name())));
  }

  /** All that is wrong with a request is said at once. */
  private static AbsenceRequest request(JsonNode body) {
    List<String> problems = new ArrayList<>();
    Optional<ServerAddress> server = address(body, SERVER, problems);
    if (!body.has(SERVER)) {
      problems.add("server is missing: must be a host:port such as 10.0.0.1:6379");
    }
    Optional<ServerAddress> to = address(body, "to", problems);
    JsonNode longest = body.path("longestMillis");
    boolean bounded =
        longest.isMissingNode()
            || (longest.isIntegralNumber()
                && longest.asLong() >= LEAST_MILLIS
                && longest.asLong() <= MOST_MILLIS);
    if (!bounded) {
      problems.add(
          "longestMillis is %s: must be a whole number, %d … %d"
              .formatted(longest, LEAST_MILLIS, MOST_MILLIS));
    }
    if (!problems.isEmpty()) {
      throw new BadRequest(problems);
    }
    return new AbsenceRequest(
        server.orElseThrow(), to, Duration.ofMillis(longest.asLong(DEFAULT_MILLIS)));
  }

  private static Optional<ServerAddress> address(
      JsonNode body, String name, List<String> problems) {
    JsonNode given = body.path(name);
    if (given.isMissingNode()) {
      return Optional.empty();
    }
    Optional<ServerAddress> address =
        given.isTextual() ? ServerAddress.parse(given.asText()) : Optional.empty();
    if (address.isEmpty()) {
      problems.add("%s is %s: must be a host:port such as 10.0.0.1:6379".formatted(name, given));
    }
    return address;
  }

  private void takeBack(Context context) {
    List<String> problems = new ArrayList<>();
    JsonNode body = JsonBody.readOrder(context);
    Optional<ServerAddress> server = address(body, SERVER, problems);
    if (server.isEmpty() && problems.isEmpty()) {
      problems.add("server is missing: must be a host:port such as 10.0.0.1:6379");
    }
    if (!problems.isEmpty()) {
      throw new BadRequest(problems);
    }
    PlanRecord plan =
        board
            .book()
            .open()
            .filter(open -> leaves(open, server.orElseThrow()))
            .orElseThrow(
                () ->
                    new ConflictResponse(
                        "no plan has taken the lead from %s: amoeba plans shows what is open"
                            .formatted(server.orElseThrow())));
    String by = Caller.of(context).name();
    JsonBody.write(context, PlanJson.of(orders.abort(plan.id(), by, "take back")));
  }

  private static boolean leaves(PlanRecord plan, ServerAddress server) {
    return plan.plan()
        .action()
        .as(LeaveServer.class)
        .filter(leave -> leave.server().address().equals(server))
        .isPresent();
  }
}
