package io.amoeba.streaming.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.junit.jupiter.api.Test;

class RefusalsTest {

  private final Refusals refusals = new Refusals();

  @Test
  void eachRefusalIsCountedAndARepeatedReasonIsNoNews() throws UnknownHostException {
    InetAddressAndPort node = address(1);

    assertThat(refusals.isNews(node, "one")).isTrue();
    assertThat(refusals.isNews(node, "one")).isFalse();
    assertThat(refusals.isNews(node, "two")).isTrue();
    assertThat(refusals.isNews(address(2), "two")).isTrue();

    refusals.refused(node, "two");
    refusals.refused(node, "two");
    assertThat(refusals.count()).isEqualTo(2);
  }

  @Test
  void aNodeWithEverNewReasonsFillsNoLogNorDoManyNodes() throws UnknownHostException {
    int news = 0;
    for (int i = 0; i < 1_000; i++) {
      news += refusals.isNews(address(1), "reason " + i) ? 1 : 0;
    }
    assertThat(news).isEqualTo(20);

    for (int node = 1; node < 255; node++) {
      news += refusals.isNews(address(node), "one") ? 1 : 0;
    }
    assertThat(news).isEqualTo(20 + 99);
  }

  private static InetAddressAndPort address(int last) throws UnknownHostException {
    return InetAddressAndPort.getByName("127.0.0." + last + ":7000");
  }
}
