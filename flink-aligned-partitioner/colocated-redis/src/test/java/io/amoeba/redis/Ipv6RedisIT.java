package io.amoeba.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.FreePorts;
import io.amoeba.embedded.redis.RedisBinary;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server at an IPv6 address that owns all hash slots. */
@SuppressWarnings("NullAway.Init") // JUnit calls the method that sets the field
class Ipv6RedisIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String HOST = "::1";

  @TempDir private Path folder = Path.of("");
  private final RedisClient client = RedisClient.create();
  private final FreePorts ports = new FreePorts(new Random());
  private int port;
  private Process server;

  @BeforeEach
  void start() throws IOException {
    Assumptions.assumeTrue(FreePorts.isFree(HOST, 0), "this machine has no IPv6 loopback address");
    port = ports.next(List.of(HOST), FreePorts.REDIS_BUS_OFFSET);
    server =
        new ProcessBuilder(
                RedisBinary.find(folder).executable().toString(),
                "--port",
                String.valueOf(port),
                "--bind",
                HOST,
                "--cluster-enabled",
                "yes",
                "--cluster-announce-ip",
                HOST,
                "--save",
                "",
                "--dir",
                folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(RedisException.class)
        .until(() -> on(RedisCommands::ping).equals("PONG"));
    String unused = on(redis -> redis.clusterAddSlots(IntStream.range(0, 16_384).toArray()));
    await().atMost(PATIENCE).until(() -> on(RedisCommands::clusterInfo).contains("_state:ok"));
  }

  @AfterEach
  void end() {
    if (server != null) {
      server.destroyForcibly();
    }
    client.shutdown();
  }

  @Test
  void requestsReachTheServerAndCountAsLocalInEveryNotation() {
    for (String own : List.of("::1", "[::1]", "0:0:0:0:0:0:0:1")) {
      ColocatedRedisConfig config =
          ColocatedRedisConfig.builder()
              .uris(List.of("redis://[::1]:" + port))
              .localHosts(List.of(own))
              .build();
      try (BlockingRedis redis = BlockingRedis.open(config, new RecordingMetricGroup())) {
        String unused = redis.on("key", commands -> commands.set("key", own));
        assertThat(redis.<String>on("key", commands -> commands.get("key"))).isEqualTo(own);
        assertThat(redis.isLocal(0)).as(own).isTrue();
      }
    }
  }

  private <T> T on(Function<RedisCommands<String, String>, T> command) {
    RedisURI uri = RedisURI.builder().withHost(HOST).withPort(port).build();
    try (StatefulRedisConnection<String, String> connection = client.connect(uri)) {
      return command.apply(connection.sync());
    }
  }
}
