package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.config.HostAndPort;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** How nodes are connected to, by the configuration. Safe for concurrent use. */
final class RedisLogin {

  /** The name of every connection; a leader's have its term behind a dash. */
  static final String CLIENT_NAME = "amoeba-coordinator";

  private final RedisSettings settings;
  private final Leadership leadership;

  /** For connections by which nothing is changed. */
  RedisLogin(RedisSettings settings) {
    this(settings, Leadership.ALONE);
  }

  /** For connections that a later leader ends. */
  RedisLogin(RedisSettings settings, Leadership leadership) {
    this.settings = settings;
    this.leadership = leadership;
  }

  /** Who may use its connections. */
  Leadership leadership() {
    return leadership;
  }

  private String clientName() {
    return leadership.term() == 0 ? CLIENT_NAME : CLIENT_NAME + "-" + leadership.term();
  }

  /** A client whose connections end with their node; the caller shuts it down. */
  RedisClient client() {
    RedisClient client = RedisClient.create();
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false) // the next read chooses a node that answers
            .socketOptions(SocketOptions.builder().connectTimeout(settings.timeout()).build())
            .build());
    return client;
  }

  /**
   * Address and login of a node.
   *
   * @throws UncheckedIOException if the password file cannot be read
   */
  RedisURI uri(HostAndPort endpoint) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(endpoint.host())
            .withPort(endpoint.port())
            .withSsl(settings.tls())
            .withClientName(clientName())
            .withTimeout(settings.timeout());
    password()
        .ifPresent(
            password ->
                settings
                    .username()
                    .ifPresentOrElse(
                        user -> uri.withAuthentication(user, password.toCharArray()),
                        () -> uri.withPassword(password.toCharArray())));
    return uri.build();
  }

  /** Read again for every connection, so that a changed password needs no restart. */
  Optional<String> password() {
    Optional<Path> file = settings.passwordFile();
    try {
      return file.isPresent()
          ? Optional.of(Files.readString(file.get()).strip())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("password file " + file.get() + " could not be read", e);
    }
  }

  /** What the innermost cause says. */
  static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
  }
}
