package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.approve.PlanRefused;
import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what could not be done: every problem in words, never a stack trace. Stateless. */
final class ErrorAnswers {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswers.class);

  /** Made before memory is scarce. */
  private static final byte[] OF_JVM =
      body(List.of("internal error of the JVM; the coordinator's log says more"));

  private ErrorAnswers() {}

  static void register(RoutesConfig routes, Runnable count) {
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
          count.run();
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
    context.contentType("application/json").result(body(problems)).status(status);
  }

  /** An answer in words, as JSON. */
  static byte[] body(List<String> problems) {
    ObjectNode body = JsonBody.MAPPER.createObjectNode();
    ArrayNode list = body.putArray("problems");
    problems.forEach(problem -> list.add(shown(problem)));
    body.put("error", shown(String.join("; ", problems)));
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String shown(String problem) {
    return PrintableText.line(MaskedSecrets.in(problem));
  }

  /**
   * An error of the JVM, such as too little memory, ended a request. Allocates little.
   *
   * @param count told of it
   */
  static void failed(HttpServletResponse response, Error error, Runnable count) {
    count.run();
    LOG.error("a request was ended by an error of the JVM", error);
    response.setStatus(500);
    response.setContentType("application/json");
    try {
      response.getOutputStream().write(OF_JVM);
    } catch (IOException e) {
      LOG.debug("the client cannot be notified of a failed request: {}", e.toString());
    }
  }
}
