package io.amoeba.embedded.redis;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Server programs of different lines, as far as this machine has them: for checks that run on each.
 */
public enum ServerProgram {
  /** The one that comes with the tests. */
  REDIS_6_2,
  /**
   * The one that {@value RedisBinary#EXECUTABLE_PROPERTY} names, or else the installed one: 7.0 on
   * Debian 12.
   */
  INSTALLED,
  /** 7.2 or 7.4, named by {@code amoeba.test.redis-7.2}. */
  REDIS_7_2,
  /** 8.4 or newer, named by {@code amoeba.test.redis-8.4}. */
  REDIS_8_4,
  /** Named by {@code amoeba.test.valkey-8}. */
  VALKEY_8,
  /** 9 or newer, named by {@code amoeba.test.valkey-9}. */
  VALKEY_9;

  /** Those that are there. */
  public static Stream<ServerProgram> available() {
    return Arrays.stream(values()).filter(ServerProgram::isAvailable);
  }

  /**
   * For checks that take minutes with each: the installed one, or else the one that comes with the
   * tests. With {@code -Damoeba.test.every-server=true} all that are there.
   */
  public static Stream<ServerProgram> ofThisRun() {
    return Boolean.getBoolean("amoeba.test.every-server")
        ? available()
        : Stream.of(INSTALLED, REDIS_6_2).filter(ServerProgram::isAvailable).limit(1);
  }

  private boolean isAvailable() {
    return this == REDIS_6_2 ? RedisBinary.resource().isPresent() : named().isPresent();
  }

  /**
   * The program, if it is there.
   *
   * @param folder where one that comes with the tests is extracted; it may have none yet
   */
  public Optional<Path> find(Path folder) {
    return this == REDIS_6_2 ? RedisBinary.extracted(folder) : named();
  }

  private Optional<Path> named() {
    return switch (this) {
      case REDIS_6_2 -> Optional.empty();
      case INSTALLED -> RedisBinary.present();
      case REDIS_7_2 -> named("amoeba.test.redis-7.2");
      case REDIS_8_4 -> named("amoeba.test.redis-8.4");
      case VALKEY_8 -> named("amoeba.test.valkey-8");
      case VALKEY_9 -> named("amoeba.test.valkey-9");
    };
  }

  private static Optional<Path> named(String property) {
    return Optional.ofNullable(System.getProperty(property)).map(Path::of);
  }
}
