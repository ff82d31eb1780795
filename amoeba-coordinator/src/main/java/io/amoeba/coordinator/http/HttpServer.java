package io.amoeba.coordinator.http;

import io.amoeba.coordinator.approve.Orders;
import io.amoeba.coordinator.approve.PlanBoard;
import io.amoeba.coordinator.changes.routing.Drill;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.config.HttpSettings;
import io.amoeba.coordinator.knowledge.Knowledge;
import io.amoeba.coordinator.lease.LeaseSight;
import io.amoeba.coordinator.metrics.CoordinatorMeters;
import io.amoeba.coordinator.text.HostSyntax;
import io.amoeba.coordinator.text.PrintableText;
import io.amoeba.partitioner.signature.PlacementSecret;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import io.javalin.http.UnauthorizedResponse;
import io.javalin.plugin.bundled.RateLimitPlugin;
import io.javalin.router.Endpoint;
import io.javalin.router.ParsedEndpoint;
import io.javalin.security.Roles;
import io.javalin.security.RouteRole;
import io.javalin.util.JavalinBindException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * The coordinator's HTTP server. Everything below {@code /api} and {@code /metrics} needs a token
 * with the right role if there are tokens; {@code /health} and the page itself, which holds no
 * data, do not. Requests, connections, threads and the time of bodies are bounded, by address and
 * token ({@link RequestBucket}). Safe for concurrent use.
 */
public final class HttpServer implements AutoCloseable {

  private final HttpSettings settings;
  private final Tokens tokens;
  private final OriginCheck origins;
  private final MetricsApi metrics;
  private final Javalin javalin;

  /** What the endpoints show and give orders to. Immutable. */
  public record World(
      Knowledge knowledge,
      PlanBoard board,
      Orders orders,
      PlacementPublisher publisher,
      Drill drill,
      CoordinatorMeters meters,
      Supplier<LeaseSight> lease,
      Optional<PlacementSecret> placementSecret,
      Clock clock) {}

  /** A server of all endpoints that is not started yet. */
  public static HttpServer of(HttpSettings settings, World world) {
    return new HttpServer(
        settings,
        new MetricsApi(world.lease(), world.meters()),
        List.of(
            new LeaseApi(world.lease()),
            new PlacementApi(
                world.publisher(), world.lease().get().term(), world.placementSecret()),
            new ControlApi(world),
            new StateApi(world),
            new StatusApi(world),
            new UpkeepApi(world.knowledge()),
            new LeadApi(world),
            new PlansApi(world.board(), world.orders(), world.knowledge().decisions())));
  }

  /** A server of a coordinator that stands by, which is not started yet. */
  public static HttpServer standby(HttpSettings settings, Supplier<LeaseSight> lease) {
    return new HttpServer(settings, new MetricsApi(lease, null), List.of(new LeaseApi(lease)));
  }

  /** A server that is not started yet. */
  HttpServer(HttpSettings settings, MetricsApi metrics, List<HttpApi> apis) {
    this.settings = settings;
    this.metrics = metrics;
    this.tokens = new Tokens(settings.tokens());
    this.origins = new OriginCheck(settings);
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
      throw new PortTaken(HostSyntax.inUrl(settings.host()) + ":" + settings.port(), e);
    }
  }

  /** Port that it listens on. */
  public int port() {
    return javalin.port();
  }

  /** Address of the page. */
  public String address() {
    String host = HostSyntax.inUrl(settings.host());
    return (settings.tls().isPresent() ? "https" : "http") + "://" + host + ":" + port() + "/";
  }

  @Override
  public void close() {
    javalin.stop();
    metrics.close();
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
    config.registerPlugin(new RateLimitPlugin(limit -> limit.setKeyFunction(this::bucket)));
    config.jetty.modifyServer(this::limit);
    config.router.javaLangErrorHandler(
        (response, error) -> ErrorAnswers.failed(response, error, metrics::requestFailed));
    config.routes.before(this::protect);
    config.routes.beforeMatched(HttpServer::authorize);
    config.routes.get("/health", context -> context.result("ok\n"));
    apis.forEach(api -> api.register(config.routes));
    metrics.register(config.routes);
    ErrorAnswers.register(config.routes, metrics::requestFailed);
  }

  /** The first one is asked first. */
  private void limit(Server server) {
    server.addBean(new NetworkConnectionLimit(settings.maxConnections(), server));
    ConnectionsPerAddress connections =
        new ConnectionsPerAddress(settings.maxConnectionsPerAddress());
    server.addEventListener(
        new LifeCycle.Listener() {
          @Override
          public void lifeCycleStarting(LifeCycle starting) {
            // Not before: Javalin adds them last. They tell their own beans of connections.
            for (Connector connector : server.getConnectors()) {
              connector.addBean(connections);
            }
          }
        });
    List<Handler.Wrapper> handlers =
        List.of(
            new SlowReaders(),
            new BodyLoader(tokens),
            ThreadLimits.ofStrangers(tokens),
            ThreadLimits.ofBuckets(tokens));
    Handler.Singleton outer = server;
    for (Handler.Wrapper handler : handlers) {
      handler.setHandler(outer.getHandler());
      outer.setHandler(handler);
      outer = handler;
    }
  }

  private String bucket(Context context) {
    Request request = ServletContextRequest.getServletContextRequest(context.req());
    return RequestBucket.of(request, tokens).key();
  }

  /** Whether a path is closed to those without a token, where there are tokens. */
  static boolean needsToken(String path) {
    return path.startsWith("/api") || path.startsWith(MetricsApi.PATH);
  }

  private void protect(Context context) {
    // A wrong token is counted, too: whoever tries tokens is slowed down.
    context
        .with(RateLimitPlugin.class)
        .requestPerTimeUnit(settings.maxRequestsPerSecond(), TimeUnit.SECONDS);
    context.header("X-Content-Type-Options", "nosniff");
    context.header("X-Frame-Options", "DENY");
    context.header("Referrer-Policy", "no-referrer");
    context.header(
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:");
    requirePrintable(context);
    origins.check(context);
    if (needsToken(context.path())) {
      origins.checkHost(context);
      Optional<Caller> caller = tokens.caller(context);
      if (caller.isEmpty()) {
        context.header("WWW-Authenticate", "Bearer");
        throw new UnauthorizedResponse("the header 'Authorization: Bearer …' is missing or wrong");
      }
      caller.get().attach(context);
    }
  }

  /** No path or parameter has control characters, which would go into logs and answers. */
  private static void requirePrintable(Context context) {
    boolean printable =
        isPrintable(context.path())
            && context.queryParamMap().values().stream()
                .flatMap(List::stream)
                .allMatch(PrintableText::isLine);
    if (!printable) {
      throw new BadRequest("path and parameters must not have control characters");
    }
  }

  private static boolean isPrintable(String encoded) {
    try {
      return PrintableText.isLine(
          URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return false; // a percent sign without digits
    }
  }

  private static void authorize(Context context) {
    for (RouteRole role : context.routeRoles()) {
      Caller caller = Caller.of(context);
      if (role instanceof Access access && !access.isGivenTo(caller)) {
        throw new ForbiddenResponse(
            "the token of " + caller.name() + " lacks the role " + access.leastRole());
      }
    }
  }

  /** Every route below {@code /api} as {@code METHOD path}, with the least role that it needs. */
  SortedMap<String, String> routes() {
    SortedMap<String, String> routes = new TreeMap<>();
    for (ParsedEndpoint parsed : javalin.unsafe.internalRouter.allHttpHandlers()) {
      Endpoint endpoint = parsed.endpoint;
      Roles roles = endpoint.metadata(Roles.class);
      if (endpoint.path.startsWith("/api")) {
        routes.put(
            endpoint.method.name() + " " + endpoint.path,
            roles == null
                ? ""
                : roles.getRoles().stream()
                    .map(role -> ((Access) role).leastRole())
                    .collect(Collectors.joining(" ")));
      }
    }
    return routes;
  }
}
