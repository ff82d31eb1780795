package io.amoeba.experiments.freshreads;

import io.amoeba.readbalancer.ReadBalancer;
import io.lettuce.core.api.StatefulRedisConnection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The paper's Read Balancer with its times: the staleness once per second, periods of ten seconds.
 * Only seconds with traffic count, so that it goes on where it was. Safe for concurrent use.
 */
final class PaperPath implements ReadPath {
  /*
   * Redis tells no time of the last applied operation. What it has is the time since a replica last
   * acknowledged its offset, in whole seconds, by which it judges replicas itself.
   *
   * Round trips are measured once, before the traffic. Redis answers a PING behind the reads before
   * it, so the latency of a read minus that of a PING under load is noise, with which the balancer
   * would be much worse.
   */
  private static final int PERIOD_SECONDS = 10;
  private static final int PINGS = 51;
  private static final Pattern LAG = Pattern.compile("(?m)^slave\\d+:.*\\blag=(\\d+)");

  private final Nodes nodes;
  private final ReadBalancer balancer;
  private final SharedPath reads;
  private final long primaryRoundTripNanos;
  private final long secondaryRoundTripNanos;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "read-balancer");
            thread.setDaemon(true);
            return thread;
          });
  private @Nullable ScheduledFuture<?> ticks; // of the thread that resumes and pauses
  private int seconds; // of the clock's thread

  private PaperPath(Nodes nodes, Duration bound) {
    this.nodes = nodes;
    this.balancer = new ReadBalancer(bound.toNanos());
    this.reads = new SharedPath(nodes, balancer::balanceFraction);
    this.primaryRoundTripNanos = roundTripNanos(List.of(nodes.primary()));
    this.secondaryRoundTripNanos = roundTripNanos(nodes.replicas());
  }

  static PaperPath open(Nodes nodes, Duration bound) {
    return new PaperPath(nodes, bound);
  }

  private static long roundTripNanos(List<StatefulRedisConnection<String, String>> servers) {
    long[] sorted =
        LongStream.range(0, PINGS)
            .map(
                ping -> {
                  long start = System.nanoTime();
                  servers.get((int) ping % servers.size()).sync().ping();
                  return System.nanoTime() - start;
                })
            .toArray();
    Arrays.sort(sorted);
    return sorted[PINGS / 2];
  }

  @Override
  public CompletionStage<Reply> read(int client, String key, Command command) {
    long startNanos = System.nanoTime();
    return reads
        .read(client, key, command)
        .thenApply(
            reply -> {
              balancer.read(reply.fromReplica(), System.nanoTime() - startNanos);
              return reply;
            });
  }

  @Override
  public void resume() {
    ticks = clock.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
  }

  @Override
  public void pause() {
    if (ticks != null) {
      ticks.cancel(false);
    }
  }

  private void tick() {
    var unused =
        nodes
            .primary()
            .async()
            .info("replication")
            .thenAccept(info -> balancer.serverStatus(TimeUnit.SECONDS.toNanos(greatestLag(info))));
    seconds++;
    if (seconds % PERIOD_SECONDS == 0) {
      balancer.ping(false, primaryRoundTripNanos);
      balancer.ping(true, secondaryRoundTripNanos);
      balancer.periodEnded();
    }
  }

  /** Seconds of the stalest replica, by INFO of the primary; 0 without any. */
  static long greatestLag(String info) {
    Matcher lag = LAG.matcher(info);
    long greatest = 0;
    while (lag.find()) {
      greatest = Math.max(greatest, Long.parseLong(lag.group(1)));
    }
    return greatest;
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
