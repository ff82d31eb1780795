package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.lease.Leadership;
import io.amoeba.coordinator.text.MaskedSecrets;
import io.amoeba.coordinator.text.PrintableText;
import io.amoeba.coordinator.tls.ClientStores;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.resource.ClientResources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** How nodes are connected to, by the configuration. Safe for concurrent use. */
final class RedisLogin {

  /** The name of every connection; a leader's have its term behind a dash. */
  static final String CLIENT_NAME = "amoeba-coordinator";

  private final RedisSettings settings;
  private final Leadership leadership;

  /** For connections that a later leader ends, if there are leaders. */
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
  RedisClient client(ClientResources resources) {
    RedisClient client = RedisClient.create(resources);
    ClientOptions.Builder options =
        ClientOptions.builder()
            .autoReconnect(false) // the next read chooses a node that answers
            // Who waits says how long. MIGRATE may take longer than other commands.
            .timeoutOptions(TimeoutOptions.create())
            .socketOptions(SocketOptions.builder().connectTimeout(settings.timeout()).build());
    settings.tls().ifPresent(tls -> options.sslOptions(ssl(ClientStores.of(tls.stores()))));
    client.setOptions(options.build());
    return client;
  }

  private static SslOptions ssl(ClientStores stores) {
    return SslOptions.builder()
        .jdkSslProvider()
        .sslContext(
            context -> {
              stores.trusted().ifPresent(context::trustManager);
              stores.keys().ifPresent(context::keyManager);
            })
        .build();
  }

  /**
   * Address and login of a node.
   *
   * @throws UncheckedIOException if the password file cannot be read
   */
  RedisURI uri(ServerAddress endpoint) {
    RedisURI.Builder uri =
        RedisURI.builder()
            .withHost(endpoint.host())
            .withPort(endpoint.port())
            .withSsl(settings.tls().isPresent())
            .withClientName(clientName())
            .withTimeout(settings.timeout());
    if (settings.tls().filter(tls -> !tls.addressesChecked()).isPresent()) {
      uri.withVerifyPeer(SslVerifyMode.CA);
    }
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
    Optional<Secret> password = settings.password();
    try {
      return password.isPresent() ? Optional.of(password.get().current()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("the password in " + password.get() + " cannot be read", e);
    }
  }

  /** What the innermost cause says, in one line. */
  static String rootMessage(Throwable failure) {
    Throwable root = root(failure);
    return root.getMessage() == null
        ? root.getClass().getSimpleName()
        : PrintableText.line(MaskedSecrets.in(root.getMessage()));
  }

  /** The innermost cause. */
  static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
