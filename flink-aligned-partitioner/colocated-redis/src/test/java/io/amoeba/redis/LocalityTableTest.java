package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.cluster.models.partitions.Partitions;
import java.util.List;
import org.junit.jupiter.api.Test;

class LocalityTableTest {
  private static final String ONE = "a %s:7000@17000 master - 0 1 1 connected 0-99\n";
  private static final String TWO = "b %s:7001@17001 slave a 0 1 1 connected\n";

  private final LocalityTable table = new LocalityTable(LocalHosts.of(List.of("10.0.0.1")));

  private static Partitions nodes(String primary, String replica) {
    return ClusterPartitionParser.parse((ONE + TWO).formatted(primary, replica));
  }

  @Test
  void aPrimaryAtAnotherAddressIsNews() {
    table.rebuild(nodes("10.0.0.1", "10.0.0.2"));

    assertThat(table.isLocal(99)).isTrue();
    assertThat(table.isLocal(100)).isFalse();
    assertThat(table.knows(nodes("10.0.0.1", "10.0.0.3"))).as("replicas do not count").isTrue();
    assertThat(table.knows(nodes("10.0.0.4", "10.0.0.2"))).isFalse();

    table.rebuild(nodes("10.0.0.4", "10.0.0.2"));

    assertThat(table.isLocal(99)).isFalse();
    assertThat(table.knows(nodes("10.0.0.4", "10.0.0.2"))).isTrue();
  }
}
