package io.amoeba.coordinator.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterNodesTest {

  @Test
  void primariesAreReadWithHostNamesOpenMigrationsAndSingleHashSlots() {
    String text =
        """
        b1 10.0.0.2:7001@17001,redis-2.local,shard-id=f master - 0 1 2 connected 5461-10922
        a1 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-5459 5460 [93-<-b1]
        c1 10.0.0.3:7002@17002 slave a1 0 1 1 connected
        d1 10.0.0.4:7003@17003 master - 0 1 4 connected
        e1 10.0.0.5:7003@17003 master,fail? - 0 1 4 connected
        """;

    ClusterNodes nodes = ClusterNodes.parse(text, "asked");

    assertThat(nodes.owners()).extracting(KnownServer::id).containsExactly("a1", "b1");
    assertThat(nodes.emptyPrimaries()).extracting(KnownServer::id).containsExactly("d1");
    assertThat(nodes.owners().get(0).hashSlots())
        .containsExactly(new HashSlotSpan(0, 5459), new HashSlotSpan(5460, 5460));
    assertThat(nodes.owners().get(1).otherHosts()).containsExactly("redis-2.local");
    assertThat(nodes.seesMajority()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.0.0.1:7000@17000                       | 10.0.0.1:7000    | 17000 |",
        "10.0.0.1:7000@7100,redis-1.local          | 10.0.0.1:7000    | 7100  | redis-1.local",
        "10.0.0.1:7000@7100,redis-1,shard-id=f     | 10.0.0.1:7000    | 7100  | redis-1",
        "10.0.0.1:7000@7100,,shard-id=f            | 10.0.0.1:7000    | 7100  |",
        "10.0.0.1:7000                             | 10.0.0.1:7000    | 0     |",
        "::1:7000@17000                            | [::1]:7000       | 17000 |",
        "2001:db8:0:0:0:0:0:7:7000@17000,redis-1   | [2001:db8::7]:7000 | 17000 | redis-1",
        "redis-1.local:7000@17000                  | redis-1.local:7000 | 17000 |",
        ":7000@17000                               | asked:7000       | 17000 |",
        ":7000@17000,redis-1                       | asked:7000       | 17000 | redis-1"
      })
  void addressIsReadInEveryNotation(String field, String address, int bus, @Nullable String name) {
    String text = "a1 " + field + " myself,master - 0 0 1 connected 0-16383\n";

    ClusterNodes nodes = ClusterNodes.parse(text, "asked");

    assertThat(nodes.servers().get(0).address()).hasToString(address);
    assertThat(nodes.busPort()).isEqualTo(bus);
    assertThat(nodes.servers().get(0).otherHosts())
        .isEqualTo(name == null ? List.of() : List.of(name));
  }

  @Test
  void openHashSlotsAreReadWithTheirDirectionAndTheOtherPrimary() {
    String text = "a1 h:7000@17000 myself,master - 0 0 1 connected 0-5460 [93->-b1] [9000-<-c1]\n";

    ClusterNodes nodes = ClusterNodes.parse(text, "h");

    assertThat(nodes.transitions())
        .containsExactly(new Transition(93, true, "b1"), new Transition(9000, false, "c1"));
    assertThat(nodes.servers().get(0).hashSlots()).containsExactly(new HashSlotSpan(0, 5460));
  }

  @Test
  void anOpenHashSlotOfAnotherFormIsRefused() {
    String text = "a1 h:7000@17000 myself,master - 0 0 1 connected 0-5460 [93]\n";

    assertThatThrownBy(() -> ClusterNodes.parse(text, "h"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("[93]");
  }

  @Test
  void nodeThatDoesNotKnowItsAddressIsTheOneThatWasAsked() {
    String text = "a1 :7000@17000 myself,master - 0 0 1 connected 0-16383\n";

    assertThat(ClusterNodes.parse(text, "asked").owners().get(0).asPrimary().host())
        .isEqualTo("asked");
  }

  @Test
  void ipv6AddressesKeepTheirColons() {
    String text = "a1 fe80::1:7000@17000 myself,master - 0 0 1 connected 0-16383\n";

    assertThat(ClusterNodes.parse(text, "x").owners().get(0).asPrimary().host())
        .isEqualTo("fe80::1");
  }

  @Test
  void nodeThatSeesMostPrimariesFailingIsCutOff() {
    String text =
        """
        a1 h:7000@17000 myself,master - 0 0 1 connected 0-5460
        b1 h:7001@17001 master,fail? - 0 1 2 connected 5461-10922
        c1 h:7002@17002 master,fail - 0 1 3 connected 10923-16383
        """;

    assertThat(ClusterNodes.parse(text, "h").seesMajority()).isFalse();
  }

  /** A set of hash slots without end would not fit into memory, and one backwards is none. */
  @ParameterizedTest
  @ValueSource(
      strings = {"0-16384", "16384", "9-3", "0-2147483647", "99999-100000", "[16384->-b1]"})
  void hashSlotsThatThereAreNotAreRefused(String claimed) {
    String text = "a1 h:7000@17000 myself,master - 0 0 1 connected " + claimed + "\n";

    assertThatThrownBy(() -> ClusterNodes.parse(text, "h"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there are no hash slots");
  }

  @Test
  void anotherFormIsRefused() {
    assertThatThrownBy(() -> ClusterNodes.parse("hello\n", "h"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hello");
  }
}
