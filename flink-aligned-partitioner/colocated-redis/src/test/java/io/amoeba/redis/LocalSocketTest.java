package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;

class LocalSocketTest {
  @Test
  void theConfigurationDecidesThenThePropertyThenTheVariable() {
    assertThat(LocalSocket.of("/c", name -> "/p", name -> "/v")).contains(Path.of("/c"));
    assertThat(LocalSocket.of("", name -> "/p", name -> "/v")).contains(Path.of("/p"));
    assertThat(LocalSocket.of("", name -> null, name -> "/v")).contains(Path.of("/v"));
    assertThat(LocalSocket.of(" ", name -> null, name -> "")).isEmpty();
  }

  @Test
  void invalidPathsAreNamed() {
    assertThatThrownBy(() -> LocalSocket.of("a\0b", name -> null, name -> null))
        .isInstanceOf(RedisAccessException.class)
        .hasMessageContaining("is no path: correct localSocket");
  }

  @Test
  void theOwnServerSaysWhereItIs() {
    assertThat(
            OwnServer.announced(
                "a 10.0.0.1:7000@17000 master - 0 1 1 connected 0-99\n"
                    + "b 10.0.0.2:7001@17001,host-2 myself,master - 0 1 2 connected 100-200\n"))
        .isEqualTo(new HostAndPort("10.0.0.2", 7001));
    assertThat(OwnServer.announced("b :6379@16379 myself,master - 0 1 2 connected"))
        .isEqualTo(new HostAndPort("", 6379));
    assertThat(OwnServer.announced("b fe80::1:6380@16380 myself,slave a 0 1 2 connected"))
        .isEqualTo(new HostAndPort("fe80::1", 6380));
    assertThatThrownBy(() -> OwnServer.announced("")).isInstanceOf(JedisConnectionException.class);
  }
}
