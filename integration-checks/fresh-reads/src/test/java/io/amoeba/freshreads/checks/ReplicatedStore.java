package io.amoeba.freshreads.checks;

import io.amoeba.embedded.EmbeddedCluster;
import io.amoeba.embedded.process.ServerLauncher;
import io.amoeba.embedded.redis.RedisClusterServers;
import io.amoeba.embedded.redis.RedisServer;
import io.amoeba.embedded.redis.RedisSettings;
import io.amoeba.embedded.redis.ReplicationLink;
import io.amoeba.embedded.redis.ServerNetwork;
import io.amoeba.freshreads.FreshReadsConfig.Evidence;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.internal.HostAndPort;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.MappingSocketAddressResolver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A Redis Cluster with replicas whose links can be disturbed, and clients that reach its servers
 * directly. Safe for concurrent use.
 */
final class ReplicatedStore implements AutoCloseable {
  private static final Duration REFRESH = Duration.ofMillis(500);

  /** lettuce's view of the cluster waits so long for a server that is stopped. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  static final List<Duration> BOUNDS = List.of(Observation.TENTH, Observation.SECOND);
  private static final int KEYS = 4;

  /** Valkey first has the version of Redis that it resembles, and then its own. */
  private static final Pattern VERSION = Pattern.compile("\\b(redis|valkey)_version:(\\S+)");

  private static final int FIRST_WITH_DEBUG_SETTING = 7;

  private final EmbeddedCluster cluster;
  private final ClientResources resources;
  private final RedisClient nodeClient;
  private final Map<String, StatefulRedisConnection<String, String>> connections =
      new ConcurrentHashMap<>();

  private ReplicatedStore(EmbeddedCluster cluster) {
    this.cluster = cluster;
    this.resources = resources(cluster.redis().network()::direct);
    this.nodeClient = RedisClient.create(resources);
  }

  static ReplicatedStore start(Path folder, int primaries, RedisSettings settings) {
    RedisSettings complete = settings.with("cluster-migration-barrier", "99").withNetwork();
    if (settings.program(folder).majorVersion() >= FIRST_WITH_DEBUG_SETTING) {
      complete = complete.with("enable-debug-command", "local");
    }
    return new ReplicatedStore(
        EmbeddedCluster.builder().nodes(primaries).redis(complete).parentFolder(folder).start());
  }

  /** Clients that take another way to a server than the one that it announces. */
  static ClientResources resources(UnaryOperator<HostAndPort> way) {
    return ClientResources.builder()
        .socketAddressResolver(MappingSocketAddressResolver.create(way))
        .build();
  }

  RedisClusterServers servers() {
    return cluster.redis();
  }

  ServerNetwork network() {
    return cluster.redis().network();
  }

  ServerLauncher launcher() {
    return cluster.launcher();
  }

  ReplicationLink link(RedisServer replica) {
    return network().link(replica);
  }

  /** A client that follows the cluster; its user closes it. */
  RedisClusterClient newClient() {
    return newClient(seeds());
  }

  /** The same for a user. */
  RedisClusterClient newClient(String user, String password) {
    return newClient(
        seeds().stream()
            .map(seed -> RedisURI.builder(seed).withAuthentication(user, password).build())
            .toList());
  }

  private RedisClusterClient newClient(List<RedisURI> seeds) {
    RedisClusterClient client = RedisClusterClient.create(resources, seeds);
    client.setOptions(options());
    return client;
  }

  private List<RedisURI> seeds() {
    List<RedisURI> seeds = servers().servers().stream().map(RedisServer::uri).toList();
    seeds.forEach(seed -> seed.setTimeout(TIMEOUT));
    return seeds;
  }

  static ClusterClientOptions options() {
    return ClusterClientOptions.builder()
        .topologyRefreshOptions(
            ClusterTopologyRefreshOptions.builder()
                .enablePeriodicRefresh(REFRESH)
                .adaptiveRefreshTriggersTimeout(REFRESH)
                .build())
        .build();
  }

  /** Commands to one server. */
  RedisCommands<String, String> on(RedisServer server) {
    return connection(server).sync();
  }

  private StatefulRedisConnection<String, String> connection(RedisServer server) {
    return connections.computeIfAbsent(
        server.address(), absent -> nodeClient.connect(server.uri()));
  }

  RedisAsyncCommands<String, String> async(RedisServer server) {
    return connection(server).async();
  }

  /** Lets a server do nothing for some time; completes afterwards. */
  CompletionStage<String> debugSleep(RedisServer server, int seconds) {
    return async(server)
        .dispatch(
            CommandType.DEBUG,
            new StatusOutput<>(StringCodec.UTF8),
            new CommandArgs<>(StringCodec.UTF8).add("SLEEP").add(seconds));
  }

  /**
   * Starts to write and read keys of the first primary's hash slots as it was started.
   *
   * @param lagging the replicas that will be disturbed, which the control reads
   */
  Observation observe(String run, RedisServer... lagging) {
    return observe(keys(run), List.of(lagging));
  }

  /** Starts to write and read keys. */
  Observation observe(List<String> keys, List<RedisServer> lagging) {
    RedisClusterClient client = newClient();
    return Observation.start(version(), client, keys, unchecked(lagging), underTest(client));
  }

  /**
   * The same with reads whose proofs rest on replication offsets.
   *
   * @param reader a client that may not write
   */
  Observation observeByOffsets(RedisClusterClient reader, String run, RedisServer... lagging) {
    return Observation.start(
        version(),
        newClient(),
        keys(run),
        unchecked(List.of(lagging)),
        underTest(reader, Evidence.OFFSETS));
  }

  private ReadsUnderTest unchecked(List<RedisServer> lagging) {
    return new ReplicaReads(resources, lagging.stream().map(RedisServer::uri).toList());
  }

  /** The kind of the servers and their version, for messages. */
  String version() {
    return VERSION
        .matcher(on(servers().server(1)).info("server"))
        .results()
        .reduce((redis, valkey) -> valkey)
        .map(version -> version.group(1) + " " + version.group(2))
        .orElse("unknown servers");
  }

  /** Reads with each bound, in the order of the bounds. */
  static Map<Duration, ReadsUnderTest> underTest(RedisClusterClient client) {
    return underTest(client, Evidence.HEARTBEATS);
  }

  private static Map<Duration, ReadsUnderTest> underTest(
      RedisClusterClient client, Evidence evidence) {
    Map<Duration, ReadsUnderTest> reads = new LinkedHashMap<>();
    BOUNDS.forEach(bound -> reads.put(bound, new FreshReadsUnderTest(client, bound, evidence)));
    return reads;
  }

  /** Names of keys of the first primary's hash slots; no two runs share one. */
  List<String> keys(String run) {
    Set<Integer> owned = Set.copyOf(servers().hashSlotsOf(servers().server(1)));
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> "stamp:" + run + ":" + i)
        .filter(key -> owned.contains(SlotHash.getSlot(key)))
        .limit(KEYS)
        .toList();
  }

  @Override
  public void close() {
    nodeClient.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    try {
      cluster.close();
    } finally {
      resources.shutdown(0, 2, TimeUnit.SECONDS);
    }
  }
}
