package io.amoeba.freshreads.metrics;

import io.amoeba.freshreads.FreshReads;
import io.amoeba.freshreads.FreshReadsSnapshot;
import io.amoeba.freshreads.FreshReadsSnapshot.ReplicaState;
import io.amoeba.freshreads.FreshReadsSnapshot.ShardState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters of one {@link FreshReads}, all with the prefix {@code amoeba.fresh.}; docs/fresh-reads.md
 * lists them. They are read from its counts, so that reads pay nothing for them; all meters of one
 * scrape show the same moment. Safe for concurrent use.
 */
public final class FreshReadsMeters implements MeterBinder {
  private static final double NANOS_PER_SECOND = 1e9;

  private final FreshReads<?, ?> reads;
  private final LatestTaken<FreshReadsSnapshot> latest = new LatestTaken<>();

  public FreshReadsMeters(FreshReads<?, ?> reads) {
    this.reads = reads;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counter(
        registry,
        "amoeba.fresh.reads",
        Tags.of("source", "primary"),
        FreshReadsSnapshot::primaryAnswers);
    counter(
        registry,
        "amoeba.fresh.reads",
        Tags.of("source", "replica"),
        FreshReadsSnapshot::replicaAnswers);
    counter(registry, "amoeba.fresh.hedged", Tags.empty(), FreshReadsSnapshot::hedges);
    counter(registry, "amoeba.fresh.failed", Tags.empty(), FreshReadsSnapshot::failures);
    counter(
        registry,
        "amoeba.fresh.without.replica",
        Tags.empty(),
        FreshReadsSnapshot::withoutFreshReplica);
    for (String reason : reads.snapshot().refusals().keySet()) {
      counter(
          registry,
          "amoeba.fresh.refused",
          Tags.of("reason", reason),
          snapshot -> snapshot.refusals().getOrDefault(reason, 0L));
    }
    for (String outcome : reads.snapshot().heartbeats().keySet()) {
      counter(
          registry,
          "amoeba.fresh.heartbeats",
          Tags.of("outcome", outcome),
          snapshot -> snapshot.heartbeats().getOrDefault(outcome, 0L));
    }
    timer(
        registry,
        "amoeba.fresh.latency",
        Tags.of("source", "primary"),
        FreshReadsSnapshot::primaryAnswers,
        FreshReadsSnapshot::primaryTime);
    timer(
        registry,
        "amoeba.fresh.latency",
        Tags.of("source", "replica"),
        FreshReadsSnapshot::replicaAnswers,
        FreshReadsSnapshot::replicaTime);
    timer(
        registry,
        "amoeba.fresh.proof.age",
        Tags.empty(),
        FreshReadsSnapshot::replicaAnswers,
        FreshReadsSnapshot::provenAgeSum);
    TimeGauge.builder(
            "amoeba.fresh.proof.age.largest",
            reads,
            TimeUnit.NANOSECONDS,
            now -> latest(now).largestProvenAge().toNanos())
        .register(registry);
    nodes(registry);
  }

  /** Registries hold the reads weakly, and so do these meters. */
  private FreshReadsSnapshot latest(FreshReads<?, ?> now) {
    return latest.get(now::snapshot, System.nanoTime());
  }

  private void counter(
      MeterRegistry registry, String name, Tags tags, ToLongFunction<FreshReadsSnapshot> count) {
    FunctionCounter.builder(name, reads, now -> count.applyAsLong(latest(now)))
        .tags(tags)
        .register(registry);
  }

  private void timer(
      MeterRegistry registry,
      String name,
      Tags tags,
      ToLongFunction<FreshReadsSnapshot> count,
      Function<FreshReadsSnapshot, Duration> total) {
    FunctionTimer.builder(
            name,
            reads,
            now -> count.applyAsLong(latest(now)),
            now -> total.apply(latest(now)).toNanos(),
            TimeUnit.NANOSECONDS)
        .tags(tags)
        .register(registry);
  }

  /** Nodes come and go, and their gauges with them. */
  private void nodes(MeterRegistry registry) {
    MultiGauge shares = gauges(registry, "amoeba.fresh.share", "");
    MultiGauge ages = gauges(registry, "amoeba.fresh.replica.age", "seconds");
    MultiGauge latencies = gauges(registry, "amoeba.fresh.node.latency", "seconds");
    reads.onShards(
        () -> {
          List<MultiGauge.Row<?>> shareRows = new ArrayList<>();
          List<MultiGauge.Row<?>> ageRows = new ArrayList<>();
          List<MultiGauge.Row<?>> latencyRows = new ArrayList<>();
          for (ShardState shard : reads.snapshot().shards()) {
            String primary = shard.primary();
            shareRows.add(row(Tags.of("shard", primary), ofShard(primary, ShardState::share)));
            latencyRows.add(
                row(
                    Tags.of("node", primary),
                    ofShard(primary, now -> seconds(now.primaryLatency()))));
            for (ReplicaState replica : shard.replicas()) {
              String node = replica.node();
              ageRows.add(
                  row(
                      Tags.of("node", node),
                      ofReplica(
                          node,
                          now ->
                              now.provenAge().map(FreshReadsMeters::seconds).orElse(Double.NaN))));
              latencyRows.add(
                  row(Tags.of("node", node), ofReplica(node, now -> seconds(now.latency()))));
            }
          }
          shares.register(shareRows, /* overwrite= */ true);
          ages.register(ageRows, /* overwrite= */ true);
          latencies.register(latencyRows, /* overwrite= */ true);
        });
  }

  private static MultiGauge gauges(MeterRegistry registry, String name, String unit) {
    MultiGauge.Builder builder = MultiGauge.builder(name);
    return (unit.isEmpty() ? builder : builder.baseUnit(unit)).register(registry);
  }

  private MultiGauge.Row<?> row(Tags tags, ToDoubleFunction<FreshReadsSnapshot> value) {
    return MultiGauge.Row.of(tags, reads, now -> value.applyAsDouble(latest(now)));
  }

  private static ToDoubleFunction<FreshReadsSnapshot> ofShard(
      String primary, ToDoubleFunction<ShardState> value) {
    return snapshot ->
        snapshot.shards().stream()
            .filter(shard -> shard.primary().equals(primary))
            .mapToDouble(value)
            .findFirst()
            .orElse(Double.NaN);
  }

  private static ToDoubleFunction<FreshReadsSnapshot> ofReplica(
      String node, ToDoubleFunction<ReplicaState> value) {
    return snapshot ->
        snapshot.shards().stream()
            .flatMap(shard -> shard.replicas().stream())
            .filter(replica -> replica.node().equals(node))
            .mapToDouble(value)
            .findFirst()
            .orElse(Double.NaN);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }
}
