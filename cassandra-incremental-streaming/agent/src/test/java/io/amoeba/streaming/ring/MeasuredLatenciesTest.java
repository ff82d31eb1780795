package io.amoeba.streaming.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.locator.DynamicEndpointSnitch;
import org.apache.cassandra.locator.InetAddressAndPort;
import org.apache.cassandra.locator.SimpleSnitch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class MeasuredLatenciesTest {

  private static DynamicEndpointSnitch snitch;

  @BeforeAll
  static void makeSnitch() {
    DatabaseDescriptor.clientInitialization();
    snitch = new DynamicEndpointSnitch(new SimpleSnitch());
  }

  private static void measure(String address, long... millis) throws UnknownHostException {
    for (long latency : millis) {
      snitch.receiveTiming(InetAddressAndPort.getByName(address), latency, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void aReplicaOfWhichLatenciesAreForgottenCountsAsTheOthersDo() throws UnknownHostException {
    measure("127.0.0.2:7000", 10, 20, 30);
    measure("127.0.0.3:7000", 40);
    measure("127.0.0.4:7000", 900, 900);
    measure("127.0.0.5:7000", 60);
    MeasuredLatencies latencies = new MeasuredLatencies(snitch);

    latencies.forget(InetAddressAndPort.getByName("127.0.0.4:7000"));

    assertThat(snitch.dumpTimings("127.0.0.4:7000")).containsExactly(40.0);
    assertThat(snitch.dumpTimings("127.0.0.2:7000")).hasSize(3);
  }

  @Test
  void aReplicaThatWasNeverMeasuredStaysUnknown() throws UnknownHostException {
    new MeasuredLatencies(snitch).forget(InetAddressAndPort.getByName("127.0.0.9:7000"));

    assertThat(snitch.dumpTimings("127.0.0.9:7000")).isEmpty();
  }

  @Test
  void aSnitchThatMeasuresNothingIsLeftAlone() throws UnknownHostException {
    new MeasuredLatencies(new SimpleSnitch()).forget(InetAddressAndPort.getByName("127.0.0.2"));
  }
}
