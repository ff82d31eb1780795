package io.amoeba.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.embedded.redis.RedisServer;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisAdvancedClusterCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what a job has written into Redis. */
final class CheckedKeys implements AutoCloseable {

  private final RedisClusterClient client;
  private final RedisAdvancedClusterCommands<String, String> commands;
  private final String prefix;

  CheckedKeys(RedisServer server, String prefix) {
    client = RedisClusterClient.create(RedisURI.create(server.host(), server.port()));
    commands = client.connect().sync();
    this.prefix = prefix;
  }

  long gaps() {
    return counter("gaps");
  }

  long repeats() {
    return counter("repeats");
  }

  private long counter(String name) {
    String value = commands.get(prefix + ":" + name);
    return value == null ? 0 : Long.parseLong(value);
  }

  List<Tally> tallies() {
    List<Tally> tallies = new ArrayList<>();
    for (long key = 0; key < HandOverCheckJob.KEYS; key++) {
      tallies.add(Tally.of(commands.get(HandOverCheckJob.redisKey(prefix, key))));
    }
    return tallies;
  }

  long records() {
    return tallies().stream().mapToLong(Tally::count).sum();
  }

  /** Updates of which the count knows nothing, although a later number was written. */
  long lostUpdates() {
    return tallies().stream().mapToLong(tally -> tally.expectedCount() - tally.count()).sum();
  }

  /** Whether every key has taken records of both lanes since these. */
  boolean allHaveMovedOnSince(List<Tally> before) {
    List<Tally> now = tallies();
    for (int key = 0; key < HandOverCheckJob.KEYS; key++) {
      for (int lane = 0; lane < HandOverCheckJob.LANES; lane++) {
        if (now.get(key).last(lane) <= before.get(key).last(lane)) {
          return false;
        }
      }
    }
    return true;
  }

  void assertNothingReorderedOrLost() {
    assertThat(gaps()).as("records that overtook others").isZero();
    assertThat(lostUpdates()).as("lost updates").isZero();
  }

  void forgetRequests() {
    commands.del(prefix + ":requests");
  }

  long requests() {
    Requests now = requestsNow();
    return now.local() + now.remote();
  }

  double localHitRate() {
    Requests now = requestsNow();
    return (double) now.local() / (now.local() + now.remote());
  }

  /** Both counts of one moment. */
  private Requests requestsNow() {
    Map<String, String> counts = commands.hgetall(prefix + ":requests");
    return new Requests(
        Long.parseLong(counts.getOrDefault("local", "0")),
        Long.parseLong(counts.getOrDefault("remote", "0")));
  }

  private record Requests(long local, long remote) {}

  @Override
  public void close() {
    client.shutdown();
  }
}
