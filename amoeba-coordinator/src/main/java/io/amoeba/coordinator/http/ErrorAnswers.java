package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.approve.PlanRefused;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what could not be done: every problem in words, never a stack trace. Stateless. */
final class ErrorAnswers {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswers.class);

  private ErrorAnswers() {}

  static void register(RoutesConfig routes) {
    routes.exception(BadRequest.class, (e, context) -> error(context, 400, e.problems()));
    routes.exception(
        PlanRefused.class,
        (e, context) ->
            error(context, status(e.reason()), List.of(String.valueOf(e.getMessage()))));
    routes.exception(
        HttpResponseException.class,
        (e, context) -> error(context, e.getStatus(), List.of(String.valueOf(e.getMessage()))));
    routes.exception(
        Exception.class,
        (e, context) -> {
          LOG.error("{} {} failed", context.method(), context.path(), e);
          error(context, 500, List.of("internal error; the coordinator's log says more"));
        });
    routes.error(
        404,
        "*",
        context -> {
          if (context.path().startsWith("/api")) {
            error(context, 404, List.of("there is nothing at " + context.path()));
          }
        });
  }

  private static int status(PlanRefused.Reason reason) {
    return switch (reason) {
      case UNKNOWN -> 404;
      case STATE -> 409;
      case NOT_KEPT -> 503;
    };
  }

  private static void error(Context context, int status, List<String> problems) {
    ObjectNode body = JsonBody.MAPPER.createObjectNode();
    body.put("error", String.join("; ", problems));
    problems.forEach(body.putArray("problems")::add);
    JsonBody.write(context, body);
    context.status(status);
  }
}
