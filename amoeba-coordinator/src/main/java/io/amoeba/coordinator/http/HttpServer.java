package io.amoeba.coordinator.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.execute.Drill;
import io.amoeba.coordinator.execute.PlacementPublisher;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.UnauthorizedResponse;
import io.javalin.util.JavalinBindException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The coordinator's HTTP server. Everything below {@code /api} and {@code /metrics} needs the token
 * if there is one; {@code /health} and the page itself, which holds no data, do not. Safe for
 * concurrent use.
 */
public final class HttpServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  private final HttpSettings settings;
  private final Optional<BearerToken> token;
  private final Javalin javalin;

  /** A server of all endpoints that is not started yet. */
  public static HttpServer of(
      HttpSettings settings,
      Knowledge knowledge,
      PlacementPublisher publisher,
      Drill drill,
      CoordinatorMeters meters) {
    HttpApi metrics =
        routes ->
            routes.get(
                "/metrics",
                context ->
                    context
                        .contentType("text/plain; version=0.0.4; charset=utf-8")
                        .result(meters.scrape()));
    return new HttpServer(
        settings,
        List.of(
            new PlacementApi(publisher),
            new ControlApi(knowledge, publisher, drill),
            new StateApi(knowledge, publisher, drill, Clock.systemUTC()),
            metrics));
  }

  /** A server that is not started yet. */
  HttpServer(HttpSettings settings, List<HttpApi> apis) {
    this.settings = settings;
    this.token = settings.tokenFile().map(BearerToken::read);
    this.javalin = Javalin.create(config -> configure(config, apis));
  }

  /**
   * Begins to listen.
   *
   * @throws PortTaken if it cannot
   */
  public void start() {
    try {
      if (settings.tls().isPresent()) {
        javalin.start();
      } else {
        javalin.start(settings.host(), settings.port());
      }
    } catch (JavalinBindException e) {
      throw new PortTaken(settings.host() + ":" + settings.port(), e);
    }
  }

  /** Port that it listens on. */
  public int port() {
    return javalin.port();
  }

  /** Address of the page. */
  public String address() {
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return (settings.tls().isPresent() ? "https" : "http") + "://" + host + ":" + port() + "/";
  }

  @Override
  public void close() {
    javalin.stop();
  }

  private void configure(JavalinConfig config, List<HttpApi> apis) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.maxRequestSize = JsonBody.MAX_BYTES;
    config.http.asyncTimeout = 60_000; // above the longest poll
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    if (settings.tls().isPresent()) {
      config.jetty.addConnector((server, http) -> TlsConnector.of(server, http, settings));
    }
    config.staticFiles.enableWebjars();
    config.staticFiles.add(
        files -> {
          files.hostedPath = "/";
          files.directory = "/io/amoeba/coordinator/page";
        });
    config.routes.before(this::protect);
    config.routes.get("/health", context -> context.result("ok\n"));
    apis.forEach(api -> api.register(config.routes));
    errors(config.routes);
  }

  private void protect(Context context) {
    context.header("X-Content-Type-Options", "nosniff");
    context.header("X-Frame-Options", "DENY");
    context.header("Referrer-Policy", "no-referrer");
    context.header(
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:");
    boolean guarded = context.path().startsWith("/api") || context.path().startsWith("/metrics");
    if (guarded && token.isPresent() && !token.get().isShownBy(context)) {
      context.header("WWW-Authenticate", "Bearer");
      throw new UnauthorizedResponse("the header 'Authorization: Bearer …' is missing or wrong");
    }
  }

  private static void errors(RoutesConfig routes) {
    routes.exception(BadRequest.class, (e, context) -> error(context, 400, e.problems()));
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

  private static void error(Context context, int status, List<String> problems) {
    ObjectNode body = JsonBody.MAPPER.createObjectNode();
    body.put("error", String.join("; ", problems));
    problems.forEach(body.putArray("problems")::add);
    JsonBody.write(context, body);
    context.status(status);
  }
}
