package io.amoeba.coordinator.metrics;

import io.amoeba.coordinator.cluster.Primary;
import io.amoeba.coordinator.cluster.Replica;
import io.amoeba.coordinator.monitor.ClusterSnapshot;
import io.amoeba.coordinator.upkeep.ServerUpkeep;
import io.amoeba.coordinator.upkeep.UpkeepForecast;
import io.amoeba.coordinator.upkeep.UpkeepForecast.Due;
import io.amoeba.coordinator.upkeep.UpkeepKind;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Meters of servers' background work; what a server did not tell has no series. Confined to the
 * thread that renews all meters.
 */
final class UpkeepMeters {

  private static final List<UpkeepKind> OWN = List.of(UpkeepKind.SAVE, UpkeepKind.REWRITE);
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final MultiGauge working;
  private final MultiGauge fork;
  private final MultiGauge due;
  private final MultiGauge last;
  private final MultiGauge failed;

  /** Makes a meter of a name, a unit and a description. */
  interface Maker {
    MultiGauge make(String name, String unit, String description);
  }

  UpkeepMeters(Maker maker) {
    working =
        maker.make("amoeba.server.working", "0 or 1", "Whether the server does this work now");
    fork =
        maker.make("amoeba.server.fork.seconds", "s", "How long the last fork stopped the server");
    due =
        maker.make("amoeba.upkeep.due.seconds", "s", "Until the server begins this work by itself");
    last = maker.make("amoeba.upkeep.last.seconds", "s", "How long the last work took");
    failed = maker.make("amoeba.upkeep.failed", "0 or 1", "Whether the last work failed");
  }

  void renew(ClusterSnapshot snapshot) {
    Rows rows = new Rows();
    for (Primary primary : snapshot.primaries()) {
      rows.add(
          Tags.of("server", primary.address().toString(), "role", "primary"), primary.upkeep());
      for (Replica replica : primary.replicas().all()) {
        rows.add(
            Tags.of("server", replica.address().toString(), "role", "replica"), replica.upkeep());
      }
    }
    working.register(rows.working, true);
    fork.register(rows.fork, true);
    due.register(rows.due, true);
    last.register(rows.last, true);
    failed.register(rows.failed, true);
  }

  private static final class Rows {

    private final List<MultiGauge.Row<?>> working = new ArrayList<>();
    private final List<MultiGauge.Row<?>> fork = new ArrayList<>();
    private final List<MultiGauge.Row<?>> due = new ArrayList<>();
    private final List<MultiGauge.Row<?>> last = new ArrayList<>();
    private final List<MultiGauge.Row<?>> failed = new ArrayList<>();

    void add(Tags server, Optional<ServerUpkeep> found) {
      found.ifPresent(upkeep -> add(server, upkeep));
    }

    private void add(Tags server, ServerUpkeep upkeep) {
      upkeep
          .work()
          .fork()
          .ifPresent(
              took -> fork.add(MultiGauge.Row.of(server, took.toNanos() / NANOS_PER_SECOND)));
      for (UpkeepKind kind : OWN) {
        Tags tags = server.and("kind", kind.text());
        boolean runs = upkeep.work().running().filter(work -> work.kind() == kind).isPresent();
        working.add(MultiGauge.Row.of(tags, runs ? 1 : 0));
        failed.add(MultiGauge.Row.of(tags, upkeep.work().failed().contains(kind) ? 1 : 0));
        upkeep
            .work()
            .last(kind)
            .flatMap(work -> work.took())
            .ifPresent(took -> last.add(MultiGauge.Row.of(tags, took.toSeconds())));
      }
      for (UpkeepForecast forecast : upkeep.forecasts()) {
        if (forecast instanceof Due next) {
          upkeep
              .until(next)
              .map(Duration::toMillis)
              .ifPresent(
                  millis ->
                      due.add(
                          MultiGauge.Row.of(
                              server.and("kind", next.kind().text()), millis / MILLIS_PER_SECOND)));
        }
      }
    }
  }
}
