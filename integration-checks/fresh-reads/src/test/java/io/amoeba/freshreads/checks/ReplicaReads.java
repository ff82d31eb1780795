package io.amoeba.freshreads.checks;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.resource.ClientResources;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The control: reads certain replicas in turn and checks nothing. It follows no redirection, so
 * only these replicas answer: it shows their lag, and whether they can be read at all.
 */
final class ReplicaReads implements ReadsUnderTest {
  private final RedisClient client;
  private final List<StatefulRedisConnection<String, String>> replicas;
  private final AtomicInteger turn = new AtomicInteger();

  ReplicaReads(ClientResources resources, List<RedisURI> replicas) {
    client = RedisClient.create(resources);
    this.replicas = replicas.stream().map(client::connect).toList();
    this.replicas.forEach(replica -> replica.sync().readOnly());
  }

  @Override
  public CompletionStage<Stamp> read(String key) {
    int next = Math.floorMod(turn.getAndIncrement(), replicas.size());
    return replicas.get(next).async().lindex(key, -1).thenApply(stamp -> new Stamp(stamp, true));
  }

  @Override
  public void close() {
    client.close();
  }
}
