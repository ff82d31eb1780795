package io.amoeba.redis;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Where the Redis server of the own host has its socket in the file system. Stateless. */
final class LocalSocket {
  static final String PROPERTY = "amoeba.redis.socket";
  static final String VARIABLE = "AMOEBA_REDIS_SOCKET";

  private LocalSocket() {}

  /**
   * By the configuration or, if that is empty, by what this process knows.
   *
   * @throws RedisAccessException if there cannot be a socket
   */
  static Optional<Path> of(String configured) {
    Optional<Path> path = of(configured, System::getProperty, System::getenv);
    if (path.isPresent() && Runtime.version().feature() < UnixSocket.FIRST_JAVA) {
      throw new RedisAccessException(
          "The socket "
              + path.get()
              + " needs Java "
              + UnixSocket.FIRST_JAVA
              + " or newer, and this is "
              + Runtime.version()
              + ": use that, or do without localSocket, "
              + PROPERTY
              + " and "
              + VARIABLE);
    }
    return path;
  }

  static Optional<Path> of(
      String configured,
      UnaryOperator<@Nullable String> property,
      UnaryOperator<@Nullable String> variable) {
    String text = configured;
    if (text.isBlank()) {
      text = known(property.apply(PROPERTY));
    }
    if (text.isBlank()) {
      text = known(variable.apply(VARIABLE));
    }
    try {
      return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text.strip()));
    } catch (InvalidPathException e) {
      throw new RedisAccessException(
          "The socket '"
              + text
              + "' is no path: correct localSocket, "
              + PROPERTY
              + " or "
              + VARIABLE,
          e);
    }
  }

  private static String known(@Nullable String text) {
    return text == null ? "" : text;
  }
}
