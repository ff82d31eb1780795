package io.amoeba.freshreads.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCheckTest {
  private static final String NODE = "10.0.0.1:6379";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "# Server\r\nredis_version:7.0.15\r\nredis_mode:cluster\r\n",
        "# Server\nredis_version:7.2.4\nserver_name:valkey\nvalkey_version:9.1.2\n",
        "server:redis\nredis_version:6.2.6\nmode:cluster\n",
        "redis_version:8.6.3\r\n"
            + "executable:/home/garnet/bin/redis-server\r\n"
            + "config_file:/etc/keydb/redis.conf\r\n"
      })
  void redisAndValkeyAreAccepted(String info) {
    assertThat(ServerCheck.serverProblem(NODE, info)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis_version:7.4.0\r\ndragonfly_version:df-v1.25.0\r\n",
        "redis_version:6.3.4\r\nexecutable:/usr/bin/keydb-server\r\n",
        "redis_version:4.0.0\nkvrocks_version:2.9.0\n",
        "redis_version:7.2.5\nserver_name:garnet\n"
      })
  void serversThatReplicateInAnotherWayAreRefused(String info) {
    assertThat(ServerCheck.serverProblem(NODE, info))
        .hasValueSatisfying(
            problem -> assertThat(problem).contains(NODE).contains("use Redis or Valkey"));
  }

  @Test
  void aServerThatDoesNotSayWhatItIsIsRefused() {
    assertThat(ServerCheck.serverProblem(NODE, "# Server\nproxy_version:1\n"))
        .hasValueSatisfying(problem -> assertThat(problem).contains(NODE));
  }
}
