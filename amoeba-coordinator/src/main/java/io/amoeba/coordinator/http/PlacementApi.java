package io.amoeba.coordinator.http;

import io.amoeba.coordinator.changes.routing.ImpossibleEpochs;
import io.amoeba.coordinator.changes.routing.PlacementPublisher;
import io.amoeba.coordinator.changes.routing.Publication;
import io.amoeba.coordinator.monitor.Ticker;
import io.amoeba.coordinator.monitor.TooManyReports;
import io.amoeba.partitioner.placement.protocol.Endpoints;
import io.amoeba.partitioner.placement.protocol.MalformedReportException;
import io.amoeba.partitioner.placement.protocol.ReportReader;
import io.amoeba.partitioner.placement.protocol.TaskManagerReport;
import io.amoeba.partitioner.signature.PlacementSecret;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The placement protocol's endpoints. Safe for concurrent use. */
final class PlacementApi implements HttpApi {

  private static final Logger LOG = LoggerFactory.getLogger(PlacementApi.class);
  private static final long BETWEEN_WARNINGS_MILLIS = 60_000;

  private final AtomicLong saidMillis =
      new AtomicLong(Ticker.SYSTEM.millis() - BETWEEN_WARNINGS_MILLIS);
  private final PlacementPublisher publisher;
  private final PlacementJson json;
  private final Optional<PlacementSecret> secret;

  /**
   * Endpoints of the leader of a term; 0: there are no terms.
   *
   * @param secret by which answers are signed for those who ask for it
   */
  PlacementApi(PlacementPublisher publisher, long term, Optional<PlacementSecret> secret) {
    this.publisher = publisher;
    this.secret = secret;
    this.json = new PlacementJson(term);
  }

  @Override
  public void register(RoutesConfig routes) {
    routes.get(Endpoints.PLACEMENT, this::placement, Access.PROTOCOL);
    routes.put(Endpoints.TASK_MANAGERS + "{id}", this::report, Access.PROTOCOL);
  }

  private void placement(Context context) {
    String coordinator = Optional.ofNullable(context.queryParam(Endpoints.COORDINATOR)).orElse("");
    long version = number(context, Endpoints.VERSION, Long.MAX_VALUE, -1);
    long waitMillis = number(context, Endpoints.WAIT_MILLIS, Endpoints.MAX_WAIT_MILLIS, 0);
    Optional<String> challenge = challenge(context);
    Caller.of(context)
        .requireTaskManager(
            Optional.ofNullable(context.queryParam(Endpoints.TASK_MANAGER)).orElse(""));
    context.future(
        () ->
            publisher
                .await(coordinator, version, Duration.ofMillis(waitMillis))
                .thenAccept(answer -> write(context, challenge, answer)));
  }

  private void report(Context context) {
    Caller.of(context).requireTaskManager(context.pathParam("id"));
    TaskManagerReport report = read(context);
    try {
      publisher.report(report);
    } catch (ImpossibleEpochs e) {
      say(report, e);
      throw new BadRequest(e.problems());
    } catch (TooManyReports e) {
      throw new HttpResponseException(429, String.valueOf(e.getMessage()));
    }
    context.status(204);
  }

  private static TaskManagerReport read(Context context) {
    try {
      return ReportReader.read(
          context.pathParam("id"), JsonBody.MAPPER.convertValue(JsonBody.read(context), Map.class));
    } catch (MalformedReportException e) {
      throw new BadRequest(e.problems());
    }
  }

  /** Not each time: it would come again with every report. */
  private void say(TaskManagerReport report, ImpossibleEpochs refused) {
    long now = Ticker.SYSTEM.millis();
    long before = saidMillis.get();
    if (now - before >= BETWEEN_WARNINGS_MILLIS && saidMillis.compareAndSet(before, now)) {
      LOG.warn(
          "report of task manager {} is refused: {}",
          report.taskManager(),
          refused.problems().get(0));
    }
  }

  private void write(Context context, Optional<String> challenge, Optional<Publication> answer) {
    byte[] bytes = answer.map(json::bytes).orElse(new byte[0]);
    if (secret.isPresent() && challenge.isPresent()) {
      context.header(PlacementSecret.HEADER, secret.get().sign(challenge.get(), bytes));
    }
    if (answer.isPresent()) {
      context.contentType("application/json").result(bytes);
    } else {
      context.status(204);
    }
  }

  private static Optional<String> challenge(Context context) {
    Optional<String> challenge = Optional.ofNullable(context.queryParam(Endpoints.CHALLENGE));
    if (challenge.filter(text -> !PlacementSecret.isChallenge(text)).isPresent()) {
      throw new BadRequest("challenge must be 32 random bytes in 43 characters of Base64 for URLs");
    }
    return challenge;
  }

  private static long number(Context context, String name, long max, long absent) {
    String text = context.queryParam(name);
    if (text == null) {
      return absent;
    }
    try {
      long value = Long.parseLong(text);
      if (value >= 0) {
        return Math.min(value, max);
      }
    } catch (NumberFormatException e) {
      // reported below, with the allowed range
    }
    throw new BadRequest(List.of(name + " is '" + text + "': must be a whole number, 0 … " + max));
  }
}
