package io.amoeba.streaming.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.amoeba.streaming.member.KnownJoin;
import io.amoeba.streaming.protocol.Announcement;
import java.net.UnknownHostException;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.Test;

class BootstrapGateTest {

  private static final InetAddressAndPort JOINING = endpoint("127.0.0.4:7000");
  private static final InetAddressAndPort NEW_NODE = endpoint("127.0.0.5:7000");
  private static final UUID JOINING_HOST = new UUID(1, 4);
  private static final UUID OTHER_HOST = new UUID(1, 5);
  private static final Announcement SERVING = announced(tokens(10L), tokens(20L));
  private static final Announcement BEGINNING = announced(tokens(), tokens(10L));
  private static final Announcement TAKEN_BACK = announced(tokens(), tokens());

  private static InetAddressAndPort endpoint(String address) {
    try {
      return InetAddressAndPort.getByName(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static SortedSet<Long> tokens(Long... tokens) {
    return new TreeSet<>(List.of(tokens));
  }

  private static Announcement announced(SortedSet<Long> done, SortedSet<Long> pending) {
    return new Announcement(new UUID(1, 2), 3, done, tokens(), pending, tokens());
  }

  private static BootstrapGate gate(Announcement announced) {
    return new BootstrapGate(List.of(new KnownJoin(JOINING_HOST, JOINING, announced)));
  }

  @Test
  void aBootstrapGetsNoDataWhileAnotherNodeJoinsInSteps() {
    assertThat(gate(SERVING).inTheWayOf(NEW_NODE, OTHER_HOST, false)).contains(JOINING);
    assertThat(gate(BEGINNING).inTheWayOf(NEW_NODE, OTHER_HOST, false)).contains(JOINING);
  }

  /** As a node with the agent that bootstraps at once, since it cannot join incrementally. */
  @Test
  void norDoesOneWithTheAgentThatDoesNotJoinInSteps() {
    assertThat(gate(SERVING).inTheWayOf(NEW_NODE, OTHER_HOST, true)).contains(JOINING);
  }

  @Test
  void theJoiningNodeItselfGetsItsData() {
    assertThat(gate(SERVING).inTheWayOf(JOINING, JOINING_HOST, true)).isEmpty();
  }

  @Test
  void ofTwoNodesThatJoinInStepsBothGetTheirData() {
    BootstrapGate gate =
        new BootstrapGate(
            List.of(
                new KnownJoin(JOINING_HOST, JOINING, SERVING),
                new KnownJoin(OTHER_HOST, NEW_NODE, TAKEN_BACK)));

    assertThat(gate.inTheWayOf(NEW_NODE, OTHER_HOST, true)).isEmpty();
  }

  @Test
  void aJoiningNodeThatServesCannotBootstrapWithoutTheAgent() {
    assertThat(gate(SERVING).inTheWayOf(JOINING, JOINING_HOST, false)).contains(JOINING);
    assertThat(gate(BEGINNING).inTheWayOf(JOINING, JOINING_HOST, false)).isEmpty();
  }

  @Test
  void aWithdrawnJoinBlocksNoOtherNode() {
    assertThat(gate(TAKEN_BACK).inTheWayOf(NEW_NODE, OTHER_HOST, false)).isEmpty();
    assertThat(new BootstrapGate(List.of()).inTheWayOf(NEW_NODE, OTHER_HOST, false)).isEmpty();
  }

  @Test
  void theJoiningNodeGetsItsDataAtAnotherAddressToo() {
    assertThat(gate(SERVING).inTheWayOf(NEW_NODE, JOINING_HOST, true)).isEmpty();
    assertThat(gate(SERVING).inTheWayOf(NEW_NODE, JOINING_HOST, false)).contains(JOINING);
  }

  @Test
  void anotherHostAtTheJoiningNodesAddressGetsNone() {
    assertThat(gate(SERVING).inTheWayOf(JOINING, OTHER_HOST, true)).contains(JOINING);
    assertThat(gate(SERVING).inTheWayOf(JOINING, OTHER_HOST, false)).contains(JOINING);
  }

  @Test
  void aNodeThatWasWipedBeforeItsFirstStepMayBootstrapAtItsAddress() {
    assertThat(gate(BEGINNING).inTheWayOf(JOINING, OTHER_HOST, false)).isEmpty();
  }
}
