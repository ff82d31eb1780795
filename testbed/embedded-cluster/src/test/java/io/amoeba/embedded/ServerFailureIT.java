package io.amoeba.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.amoeba.embedded.process.ServerException;
import io.amoeba.embedded.process.ServerProcess;
import io.amoeba.embedded.redis.RedisBinary;
import io.amoeba.embedded.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFailureIT {
  private static final Pattern LOG = Pattern.compile("its log (\\S+\\.log):");

  @TempDir Path folder;

  private EmbeddedCluster.Builder redis(RedisSettings settings) {
    return EmbeddedCluster.builder().nodes(2).redis(settings).parentFolder(folder);
  }

  @Test
  void serverThatEndsAtOnceIsNamedWithItsLastLinesAndItsLog() {
    RedisSettings wrong = new RedisSettings(64, Map.of("maxmemory-policy", "nonsense"));

    assertThatThrownBy(() -> redis(wrong).start())
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("redis-1 ended with exit code 1")
        .hasMessageContaining("maxmemory-policy nonsense")
        .satisfies(
            failure -> {
              Matcher log = LOG.matcher(failure.getMessage());
              assertThat(log.find()).isTrue();
              assertThat(Path.of(log.group(1))).exists();
            });
    assertThat(Leftovers.ownChildren()).isEmpty();
  }

  @Test
  void missingOpenSslIsExplained() throws IOException {
    Path program = folder.resolve("redis-server");
    Files.writeString(
        program,
        """
        #!/bin/sh
        echo "$0: error while loading shared libraries: libssl.so.3: cannot open shared object file" >&2
        exit 127
        """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    System.setProperty(RedisBinary.EXECUTABLE_PROPERTY, program.toString());

    try {
      assertThatThrownBy(() -> redis(RedisSettings.defaults()).start())
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("needs OpenSSL 3")
          .hasMessageContaining("apt-get install redis-server");
    } finally {
      System.clearProperty(RedisBinary.EXECUTABLE_PROPERTY);
    }
  }

  @Test
  void crashIsReportedButAnEndOnRequestIsNot() {
    List<String> crashed = new CopyOnWriteArrayList<>();

    try (EmbeddedCluster cluster =
        redis(RedisSettings.defaults())
            .onCrash(server -> crashed.add(server.endedMessage()))
            .start()) {
      cluster.redis().server(1).process().kill();
      ServerProcess second = cluster.redis().server(2).process();
      ProcessHandle.of(second.pid()).orElseThrow().destroyForcibly();

      await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(crashed).hasSize(1));
    }

    assertThat(crashed).singleElement().asString().startsWith("redis-2 ended with exit code 137");
  }

  @Test
  void pausedServerIsAliveAndCanStillBeEnded() {
    try (EmbeddedCluster cluster = redis(RedisSettings.defaults()).start()) {
      ServerProcess server = cluster.redis().server(1).process();

      server.pause();
      assertThat(server.isAlive()).isTrue();
      server.stop();

      assertThat(server.isAlive()).isFalse();
    }
  }
}
