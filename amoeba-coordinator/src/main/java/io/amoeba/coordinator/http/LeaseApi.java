package io.amoeba.coordinator.http;

import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.coordinator.text.PrintableText;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.ServiceUnavailableResponse;
import java.util.function.Supplier;

/**
 * Says whether this coordinator leads, and refuses everything else below {@code /api} while it does
 * not. Safe for concurrent use.
 */
final class LeaseApi implements HttpApi {

  private static final String LEASE = "/api/v1/lease";

  private final Supplier<LeaseSight> lease;

  LeaseApi(Supplier<LeaseSight> lease) {
    this.lease = lease;
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.before(this::refuseUnlessLeading);
    routes.get(LEASE, this::lease, Access.READ);
    routes.get("/ready", this::ready);
  }

  private void refuseUnlessLeading(Context context) {
    LeaseSight sight = lease.get();
    if (sight.leads() || !context.path().startsWith("/api") || context.path().equals(LEASE)) {
      return;
    }
    String why =
        sight.waitsFor().isEmpty()
            ? "%s leads (term %d); ask it"
                .formatted(sight.leader().isEmpty() ? "another one" : sight.leader(), sight.term())
            : sight.waitsFor();
    throw new ServiceUnavailableResponse("this coordinator stands by: " + why);
  }

  private void lease(Context context) {
    LeaseSight sight = lease.get();
    JsonBody.write(
        context,
        new LeaseSight(
            sight.leads(),
            sight.term(),
            PrintableText.line(sight.leader()),
            PrintableText.line(sight.waitsFor())));
  }

  /** For balancers that have no token. */
  private void ready(Context context) {
    context.status(lease.get().leads() ? 200 : 503);
    context.result(lease.get().leads() ? "leads\n" : "stands by\n");
  }
}
