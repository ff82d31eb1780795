package io.amoeba.redis;

import io.lettuce.core.RedisURI;
import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Where the Redis Cluster is and which hosts count as the own one. Credentials and TLS come with
 * the URIs ({@code rediss://user:password@host:port}). Operators of one process with equal
 * configurations share one client. {@link Builder#build} reports all mistakes at once. Immutable,
 * serializable with the job.
 */
public final class ColocatedRedisConfig implements Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> uris;
  private final List<String> localHosts;
  private final String localSocket;
  private final Duration commandTimeout;
  private final Duration topologyRefresh;

  private ColocatedRedisConfig(Builder builder) {
    this.uris = new ArrayList<>(builder.uris);
    this.localHosts = new ArrayList<>(builder.localHosts);
    this.localSocket = builder.localSocket;
    this.commandTimeout = builder.commandTimeout;
    this.topologyRefresh = builder.topologyRefresh;
  }

  /** A configuration with defaults for everything but the URIs of some nodes of the cluster. */
  public static ColocatedRedisConfig of(String... uris) {
    return builder().uris(List.of(uris)).build();
  }

  /** Starts a configuration. */
  public static Builder builder() {
    return new Builder();
  }

  List<RedisURI> redisUris() {
    List<RedisURI> parsed = new ArrayList<>();
    for (String uri : uris) {
      RedisURI redisUri = RedisURI.create(uri);
      redisUri.setTimeout(commandTimeout);
      parsed.add(redisUri);
    }
    return parsed;
  }

  List<String> localHosts() {
    return localHosts;
  }

  /** Empty: what the task manager knows. */
  String localSocket() {
    return localSocket;
  }

  /** How long a Redis request may take. */
  public Duration commandTimeout() {
    return commandTimeout;
  }

  Duration topologyRefresh() {
    return topologyRefresh;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof ColocatedRedisConfig)) {
      return false;
    }
    ColocatedRedisConfig that = (ColocatedRedisConfig) other;
    return uris.equals(that.uris)
        && localHosts.equals(that.localHosts)
        && localSocket.equals(that.localSocket)
        && commandTimeout.equals(that.commandTimeout)
        && topologyRefresh.equals(that.topologyRefresh);
  }

  @Override
  public int hashCode() {
    return Objects.hash(uris, localHosts, localSocket, commandTimeout, topologyRefresh);
  }

  /** Shows hosts and ports, never credentials. */
  @Override
  public String toString() {
    List<String> nodes = new ArrayList<>();
    for (RedisURI uri : redisUris()) {
      String host = LocalHosts.normal(uri.getHost());
      nodes.add((host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + uri.getPort());
    }
    return "Redis Cluster at " + nodes;
  }

  /** Collects the settings; confined to one thread. */
  public static final class Builder {
    private static final Duration LONGEST_REFRESH = Duration.ofMinutes(1);
    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);

    private List<String> uris = List.of();
    private List<String> localHosts = List.of();
    private String localSocket = "";
    private Duration commandTimeout = Duration.ofSeconds(10);
    private Duration topologyRefresh = Duration.ofSeconds(1);

    private Builder() {}

    /** URIs of some nodes of the cluster; the others are discovered. */
    public Builder uris(List<String> value) {
      this.uris = List.copyOf(value);
      return this;
    }

    /**
     * Names or addresses under which Redis nodes on the own host are known. Without any, the system
     * property {@code amoeba.node.host}, then the environment variable {@code AMOEBA_NODE_HOST}
     * (both comma-separated), then the machine's own addresses and name decide, on each task
     * manager for itself.
     */
    public Builder localHosts(List<String> value) {
      this.localHosts = List.copyOf(value);
      return this;
    }

    /**
     * Path of the socket in the file system ({@code unixsocket}) of the Redis server on the own
     * host, by which {@link BlockingRedis} makes requests on its hash slots. Without it, the system
     * property {@code amoeba.redis.socket}, then the environment variable {@code
     * AMOEBA_REDIS_SOCKET} decide, on each task manager for itself; without any of these all
     * requests go over the network. Needs Java 16 or newer.
     */
    public Builder localSocket(String value) {
      this.localSocket = value;
      return this;
    }

    /** How long a request may take; 10 s by default. */
    public Builder commandTimeout(Duration value) {
      this.commandTimeout = value;
      return this;
    }

    /** Interval of the search for moved hash slots without a redirection; 1 s by default. */
    public Builder topologyRefresh(Duration value) {
      this.topologyRefresh = value;
      return this;
    }

    /**
     * The finished configuration.
     *
     * @throws IllegalArgumentException that lists every mistake
     */
    public ColocatedRedisConfig build() {
      List<String> problems = new ArrayList<>();
      if (uris.isEmpty()) {
        problems.add("uris is empty: give the URI of at least one node, such as redis://host:6379");
      }
      for (String uri : uris) {
        checkUri(uri, problems);
      }
      for (String host : localHosts) {
        if (host.isBlank()) {
          problems.add("localHosts has a blank entry: give host names or addresses");
        } else if (!LocalHosts.isHost(host)) {
          problems.add(
              "localHosts has '"
                  + host
                  + "': give host names or addresses, without scheme and port");
        }
      }
      checkRange("commandTimeout", commandTimeout, LONGEST_TIMEOUT, problems);
      checkRange("topologyRefresh", topologyRefresh, LONGEST_REFRESH, problems);
      if (!problems.isEmpty()) {
        throw new IllegalArgumentException(
            "The Redis configuration is not usable: " + String.join("; ", problems));
      }
      return new ColocatedRedisConfig(this);
    }

    private static void checkUri(String uri, List<String> problems) {
      try {
        RedisURI parsed = RedisURI.create(uri);
        if (parsed.getHost() == null || parsed.getHost().isEmpty()) {
          problems.add("uris has an entry without a host: use redis://host:port");
        }
      } catch (IllegalArgumentException e) {
        // The text of the URI is left out: it may hold a password.
        problems.add("uris has an entry that is no Redis URI: use redis://host:port");
      }
    }

    private static void checkRange(
        String name, Duration value, Duration longest, List<String> problems) {
      if (value.toMillis() < 1 || value.compareTo(longest) > 0) {
        problems.add(
            name + " is " + value.toMillis() + " ms: use 1 to " + longest.toMillis() + " ms");
      }
    }
  }
}
