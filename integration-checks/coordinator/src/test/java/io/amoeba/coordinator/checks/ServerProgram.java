package io.amoeba.coordinator.checks;

import io.amoeba.embedded.redis.RedisBinary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Server programs of different lines, as far as this machine has them. */
enum ServerProgram {
  /** The one that comes with the tests. */
  REDIS_6_2 {
    @Override
    Optional<Path> find(Path folder) {
      boolean arm = System.getProperty("os.arch").equals("aarch64");
      String name = "/redis-server-6.2." + (arm ? "7-linux-arm64" : "6-v5-linux-amd64");
      try (InputStream content = RedisBinary.class.getResourceAsStream(name)) {
        if (content == null || !System.getProperty("os.name").startsWith("Linux")) {
          return Optional.empty();
        }
        Path program = folder.resolve("redis-server-6.2");
        Files.copy(content, program);
        return program.toFile().setExecutable(true, true) ? Optional.of(program) : Optional.empty();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  },
  /** The one that is installed, 7.0 on Debian 12; without any, the one above. */
  INSTALLED {
    @Override
    Optional<Path> find(Path folder) {
      RedisBinary found = RedisBinary.find(folder);
      return found.bundled() ? Optional.empty() : Optional.of(found.executable());
    }
  },
  /** 7.2 or 7.4. */
  REDIS_7_2 {
    @Override
    Optional<Path> find(Path folder) {
      return named("amoeba.test.redis-7.2");
    }
  },
  REDIS_8_4 {
    @Override
    Optional<Path> find(Path folder) {
      return named("amoeba.test.redis-8.4");
    }
  },
  VALKEY_8 {
    @Override
    Optional<Path> find(Path folder) {
      return named("amoeba.test.valkey-8");
    }
  },
  VALKEY_9 {
    @Override
    Optional<Path> find(Path folder) {
      return named("amoeba.test.valkey-9");
    }
  };

  private static Optional<Path> named(String property) {
    return Optional.ofNullable(System.getProperty(property)).map(Path::of);
  }

  /** The program, if it is there. */
  abstract Optional<Path> find(Path folder);
}
