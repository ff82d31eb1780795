package io.amoeba.freshreads.link;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** Connects by lettuce, with the settings and threads of the application's client. */
public final class LinkClient implements NodeConnector, AutoCloseable {
  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  private final RedisClient client;

  public LinkClient(AbstractRedisClient application) {
    this.client = RedisClient.create(application.getResources());
    client.setOptions(options(application.getOptions()));
  }

  private static ClientOptions options(ClientOptions application) {
    return application
        .mutate()
        // Any of these could continue the connection, and with it the proof, at another process.
        .autoReconnect(false)
        .maintNotificationsConfig(MaintNotificationsConfig.disabled())
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
        .publishOnScheduler(false)
        .build();
  }

  @Override
  public ClientOptions options() {
    return client.getOptions();
  }

  @Override
  public <K, V> CompletionStage<StatefulRedisConnection<K, V>> connect(
      RedisCodec<K, V> codec, RedisURI node) {
    return client.connectAsync(codec, node);
  }

  /** Ends all connections; the application's threads stay. */
  @Override
  public void close() {
    client.shutdown(Duration.ZERO, SHUTDOWN);
  }
}
