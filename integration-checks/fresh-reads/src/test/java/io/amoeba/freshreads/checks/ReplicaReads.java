package io.amoeba.freshreads.checks;

import io.lettuce.core.ReadFrom;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.resource.ClientResources;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The control: plain lettuce with its defaults, which reads from replicas and checks nothing. It
 * learns of other servers when one redirects it.
 */
final class ReplicaReads implements ReadsUnderTest {
  private final RedisClusterClient client;
  private final StatefulRedisClusterConnection<String, String> connection;

  ReplicaReads(ClientResources resources, List<RedisURI> seeds) {
    client = RedisClusterClient.create(resources, seeds);
    connection = client.connect();
    // REPLICA keeps to the one that was nearest at first, which may not be the one that lags.
    connection.setReadFrom(ReadFrom.ANY_REPLICA);
  }

  @Override
  public CompletionStage<Stamp> read(String key) {
    return connection.async().lindex(key, -1).thenApply(stamp -> new Stamp(stamp, true));
  }

  @Override
  public void close() {
    client.close();
  }
}
