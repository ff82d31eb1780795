package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.freshreads.shard.Node;
import io.amoeba.freshreads.shard.Shard;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyTest {
  private static final String NODES =
      """
      b1 10.0.0.4:6379@16379 slave a1 0 1 1 connected
      a1 10.0.0.1:6379@16379 myself,master - 0 1 1 connected 0-8191
      a2 10.0.0.2:6379@16379 master - 0 1 2 connected 8192-16383 [77->-a1]
      a3 10.0.0.3:6379@16379 master - 0 1 3 connected
      b2 10.0.0.5:6379@16379 slave,fail a1 0 1 1 connected
      b0 10.0.0.6:6379@16379 slave a1 0 1 1 connected
      """;

  private final Topology topology =
      Topology.of(
          ClusterPartitionParser.parse(NODES),
          NodeUris.of(RedisURI.create("rediss://app:secret@10.0.0.9:7000?timeout=7s")));

  @Test
  void eachPrimaryWithHashSlotsIsAShard() {
    assertThat(topology.shards())
        .extracting(Shard::primary)
        .extracting(Node::address)
        .containsExactlyInAnyOrder("10.0.0.1:6379", "10.0.0.2:6379");
  }

  @Test
  void eachNodeIsReachedWithTheSettingsOfTheApplication() {
    for (Shard shard : topology.shards()) {
      RedisURI uri = topology.uri(shard.primary());

      assertThat(uri.getHost() + ":" + uri.getPort()).isEqualTo(shard.primary().address());
      assertThat(uri.isSsl()).isTrue();
      assertThat(uri.getTimeout()).isEqualTo(Duration.ofSeconds(7));
      assertThat(uri.getCredentialsProvider().resolveCredentials().block())
          .returns("app", RedisCredentials::getUsername);
    }
  }

  @Test
  void replicasThatHaveNotFailedBelongToTheirPrimaryInAFixedOrder() {
    Shard shard =
        topology.shards().stream().filter(one -> one.hasHashSlot(0)).findFirst().orElseThrow();

    assertThat(shard.replicas()).extracting(Node::id).isEqualTo(List.of("b0", "b1"));
    assertThat(topology.uri(shard.replicas().get(0)).getHost()).isEqualTo("10.0.0.6");
    assertThat(topology.hasReplicas()).isTrue();
  }
}
