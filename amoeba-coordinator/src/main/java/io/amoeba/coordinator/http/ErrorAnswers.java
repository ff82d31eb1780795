package io.amoeba.coordinator.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.amoeba.coordinator.approve.PlanRefused;
import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.router.EndpointNotFound;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers what could not be done: a code, and every problem in words, never a stack trace.
 * Stateless.
 */
final class ErrorAnswers {

  private static final Logger LOG = LoggerFactory.getLogger(ErrorAnswers.class);

  /** Made before memory is scarce. */
  private static final byte[] OF_JVM =
      body(500, List.of("internal error of the JVM; the coordinator's log says more"));

  /**
   * Why something could not be done. Immutable.
   *
   * @param code name of the status, or the reason why a plan does not take a command
   * @param error all problems in one line
   */
  record Answer(String code, String error, List<String> problems) {}

  private ErrorAnswers() {}

  static void register(RoutesConfig routes, Runnable count) {
    routes.exception(BadRequest.class, (e, context) -> error(context, 400, e.problems()));
    routes.exception(
        PlanRefused.class,
        (e, context) ->
            context
                .contentType("application/json")
                .result(body("PLAN_" + e.reason().name(), List.of(String.valueOf(e.getMessage()))))
                .status(status(e.reason())));
    routes.exception(
        HttpResponseException.class,
        (e, context) -> error(context, e.getStatus(), List.of(String.valueOf(e.getMessage()))));
    routes.exception(
        EndpointNotFound.class,
        (e, context) -> error(context, 404, List.of("there is nothing at " + context.path())));
    routes.exception(
        Exception.class,
        (e, context) -> {
          count.run();
          LOG.error("{} {} failed", context.method(), context.path(), e);
          error(context, 500, List.of("internal error; the coordinator's log says more"));
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
    context.contentType("application/json").result(body(status, problems)).status(status);
  }

  /** An answer whose code is the name of the status, as JSON. */
  static byte[] body(int status, List<String> problems) {
    return body(HttpStatus.forStatus(status).name(), problems);
  }

  private static byte[] body(String code, List<String> problems) {
    List<String> shown = problems.stream().map(ErrorAnswers::shown).toList();
    try {
      return JsonBody.MAPPER.writeValueAsBytes(
          new Answer(code, shown(String.join("; ", problems)), shown));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("problems could not be written as JSON", e);
    }
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
