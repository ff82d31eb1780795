package io.amoeba.streaming.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.Test;

class NewMembersTest {

  private final NewMembers members = new NewMembers();

  private static InetAddressAndPort node(int number) throws UnknownHostException {
    return InetAddressAndPort.getByName("127.0.0." + number + ":7000");
  }

  @Test
  void aNodeIsNewForTwoMinutes() throws UnknownHostException {
    members.add(node(2), -5);

    assertThat(members.contains(node(2), -5)).isTrue();
    assertThat(members.contains(node(2), NewMembers.NEW_NANOS - 6)).isTrue();
    assertThat(members.contains(node(2), NewMembers.NEW_NANOS - 5)).isFalse();
  }

  @Test
  void aNodeThatDidNotJoinIsNotNew() throws UnknownHostException {
    members.add(node(2), 0);

    assertThat(members.contains(node(3), 0)).isFalse();
  }
}
