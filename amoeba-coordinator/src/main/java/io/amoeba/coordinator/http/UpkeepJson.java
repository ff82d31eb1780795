package io.amoeba.coordinator.http;

import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.ServerWork;
import io.amoeba.coordinator.upkeep.UpkeepForecast;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A server's background work, as of its last answer; {@code openapi.yaml} describes the fields.
 * Times are by the server's clock, what it did not tell is null. Immutable.
 */
record UpkeepJson(
    @Nullable Running running,
    List<Work> works,
    @Nullable Long forkMicros,
    @Nullable Long changes,
    @Nullable Long appendOnlyBytes,
    long ageMillis) {

  private static final long NANOS_PER_MICRO = 1_000;

  record Running(UpkeepKind kind, @Nullable Long seconds, @Nullable Double share) {
    static Running of(ServerWork.Running work) {
      return new Running(
          work.kind(),
          work.since().map(Duration::toSeconds).orElse(null),
          SnapshotJson.known(work.share()));
    }
  }

  record Work(UpkeepKind kind, Last last, Next next) {}

  record Last(
      ServerWork.Result result,
      @Nullable Long atMillis,
      @Nullable Long seconds,
      @Nullable Long copiedBytes) {
    static Last of(ServerWork.Last last) {
      boolean none = last.result() == ServerWork.Result.NONE;
      return new Last(
          last.result(),
          none ? null : last.at().map(Instant::toEpochMilli).orElse(null),
          last.took().map(Duration::toSeconds).orElse(null),
          none ? null : SnapshotJson.known(last.copiedBytes()));
    }
  }

  /** Whether a server begins the work by itself. */
  enum Forecast {
    DUE,
    NOT_DUE,
    UNKNOWN
  }

  /**
   * @param reason the trigger, or why there is no forecast
   */
  record Next(Forecast forecast, @Nullable Long atMillis, @Nullable Long inMillis, String reason) {
    static Next of(ServerUpkeep upkeep, UpkeepForecast forecast) {
      if (forecast instanceof UpkeepForecast.Due due) {
        return new Next(
            Forecast.DUE,
            due.at().toEpochMilli(),
            upkeep.until(due).map(Duration::toMillis).orElse(null),
            due.trigger());
      }
      return forecast instanceof UpkeepForecast.NotDue not
          ? new Next(Forecast.NOT_DUE, null, null, not.reason())
          : new Next(Forecast.UNKNOWN, null, null, ((UpkeepForecast.Unknown) forecast).reason());
    }
  }

  /** Of a server that answered; null: it did not. */
  static @Nullable UpkeepJson of(Optional<ServerUpkeep> found) {
    if (found.isEmpty()) {
      return null;
    }
    ServerUpkeep upkeep = found.get();
    ServerWork work = upkeep.work();
    return new UpkeepJson(
        work.running().map(Running::of).orElse(null),
        List.of(
            new Work(UpkeepKind.SAVE, Last.of(work.save()), Next.of(upkeep, upkeep.save())),
            new Work(
                UpkeepKind.REWRITE, Last.of(work.rewrite()), Next.of(upkeep, upkeep.rewrite()))),
        work.fork().map(fork -> fork.toNanos() / NANOS_PER_MICRO).orElse(null),
        SnapshotJson.known(work.changes()),
        SnapshotJson.known(work.appendOnly().bytes()),
        upkeep.age().toMillis());
  }
}
