package io.amoeba.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerAddressTest {

  @ParameterizedTest
  @CsvSource({
    "10.0.0.1:7000,                       10.0.0.1:7000",
    "redis-1:7000,                        redis-1:7000",
    "Redis-1.Example.ORG:7000,            redis-1.example.org:7000",
    "redis-1.example.org.:7000,           redis-1.example.org:7000",
    "redis_1:1,                           redis_1:1",
    "[::1]:65535,                         [::1]:65535",
    "[0:0:0:0:0:0:0:1]:7000,              [::1]:7000",
    "[0000:0000:0000:0000:0000:0000:0000:0001]:7000, [::1]:7000",
    "[2001:DB8::7]:7000,                  [2001:db8::7]:7000",
    "[2001:db8:0:0:1:0:0:7]:7000,         [2001:db8::1:0:0:7]:7000",
    "[2001:0:0:1:0:0:0:7]:7000,           [2001:0:0:1::7]:7000",
    "[2001:db8:0:1:1:1:1:1]:7000,         [2001:db8:0:1:1:1:1:1]:7000",
    "[::]:7000,                           [::]:7000",
    "[::ffff:10.0.0.1]:7000,              10.0.0.1:7000"
  })
  void addressIsReadInEveryNotationAndPrintedInOne(String text, String printed) {
    ServerAddress address = ServerAddress.parse(text).orElseThrow();

    assertThat(address).hasToString(printed);
    assertThat(ServerAddress.parse(printed)).contains(address);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.1",
        "::1",
        "::1:7000",
        "2001:db8::7:7000",
        "[::1]",
        "[::1]:",
        "[10.0.0.1]:7000",
        "[redis-1]:7000",
        "[fe80::1%eth0]:7000",
        "10.0.0.1:0",
        "10.0.0.1:65536",
        "10.0.0.1:7000@17000",
        "redis://10.0.0.1:7000",
        "user@10.0.0.1:7000",
        "-oProxyCommand=x:7000",
        "host: 7000"
      })
  void nothingElseIsAnAddress(String text) {
    assertThat(ServerAddress.parse(text)).isEmpty();
  }

  @Test
  void notationsOfOneHostAreEqual() {
    assertThat(new ServerAddress("[::1]", 7000))
        .isEqualTo(new ServerAddress("::1", 7000))
        .isEqualTo(new ServerAddress("0:0:0:0:0:0:0:1", 7000))
        .isNotEqualTo(new ServerAddress("localhost", 7000));
    assertThat(new ServerAddress("REDIS-1.", 7000)).isEqualTo(new ServerAddress("redis-1", 7000));
  }
}
