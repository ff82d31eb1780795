package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.lease.Leadership;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.util.HashedWheelTimer;
import io.netty.util.Timer;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * All connections of a coordinator to the servers of a Redis Cluster, for all drivers: one client
 * with its I/O threads, and at most two connections to each server. One changes the cluster; it has
 * the term of the leader in its name and may wait long for an answer. The other one monitors, and
 * is given up when an answer is late. Closing ends all of them. Safe for concurrent use; what it
 * hands out is confined to one thread each.
 */
public final class RedisConnections implements AutoCloseable {

  private static final long LONGEST_END_MILLIS = 2_000;

  /**
   * One for all, and one that wakes up twice a second only, whether it has something to do or not:
   * what waits by it has seconds.
   */
  private static final Timer TIMER =
      new HashedWheelTimer(
          new DefaultThreadFactory("amoeba-redis-timer", true), 500, TimeUnit.MILLISECONDS);

  private final RedisSettings settings;
  private final RedisLogin login;
  private final ClientResources resources;
  private final RedisClient client;
  private final NodeConnections changing;
  private final NodeConnections reading;

  /** A pool whose drivers connect when they need it. */
  public RedisConnections(RedisSettings settings, Leadership leadership) {
    this.settings = settings;
    this.login = new RedisLogin(settings, leadership);
    this.resources =
        ClientResources.builder().timer(TIMER).nettyCustomizer(new NothingLate()).build();
    this.client = login.client(resources);
    this.changing = new NodeConnections(client, login);
    this.reading = new NodeConnections(client, new RedisLogin(settings, Leadership.ALONE));
  }

  /**
   * A command that could not reach its node, because the link was cut, is given up with the
   * connection: without this the kernel would go on sending it, and the node would carry it out
   * when the link is whole again, after what is done by then.
   */
  private static final class NothingLate implements NettyCustomizer {
    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
      bootstrap.option(ChannelOption.SO_LINGER, 0);
    }
  }

  /** Where servers are, and how long they may take to answer. */
  RedisSettings settings() {
    return settings;
  }

  /** How servers are logged in to by connections that change the cluster. */
  RedisLogin login() {
    return login;
  }

  /** Of the drivers that change the cluster: those of the thread that carries out operations. */
  NodeConnections changing() {
    return changing;
  }

  /** Of the drivers that change nothing: those of the control-loop thread. */
  NodeConnections reading() {
    return reading;
  }

  @Override
  public void close() {
    client.shutdown();
    var unused = resources.shutdown(0, LONGEST_END_MILLIS, TimeUnit.MILLISECONDS);
  }
}
