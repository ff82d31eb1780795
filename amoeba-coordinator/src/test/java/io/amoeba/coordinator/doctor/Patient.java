package io.amoeba.coordinator.doctor;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.config.ConfigReader;
import io.amoeba.coordinator.config.CoordinatorConfig;
import io.amoeba.coordinator.diagnosis.Finding;
import io.amoeba.coordinator.members.MemberTraits;
import io.amoeba.coordinator.monitor.OperatorRates;
import io.amoeba.coordinator.monitor.StreamJob;
import io.amoeba.coordinator.monitor.StreamOperator;
import io.amoeba.coordinator.monitor.StreamView;
import io.amoeba.coordinator.monitor.Subtask;
import io.amoeba.coordinator.monitor.TaskManagerHosts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A healthy set-up of three hosts, each with a TaskManager, a primary (port 7000) and a replica of
 * the next host's primary (port 7001), which a test makes ill.
 */
final class Patient {

  static final int HOSTS = 3;
  private static final int[] FIRST = {0, 5461, 10_923, 16_384};

  String config =
      """
      flink: {url: 'http://10.0.0.9:8081'}
      redis: {endpoints: ['10.0.0.1:7000', '10.0.0.2:7000']}
      stateFile: state.json
      plans: {file: plans.json}
      """;
  String more = "";
  String version = "2.3.0";
  long refreshMillis = 3_000;
  Optional<Map<String, String>> flinkSettings =
      Optional.of(
          Map.of(
              "rest.cache.execution-graph.timeout", "500 ms",
              "metrics.fetcher.update-interval", "1000",
              "web.timeout", "15 s",
              "web.access-control-allow-origin", "http://jobmanager:8081"));
  boolean takesJars = true;
  List<String> classPath = List.of("/flink/lib/flink-aligned-partitioner-1.jar");
  final List<TaskManager> taskManagers = new ArrayList<>();
  boolean unaligned;
  Optional<StreamView> otherView = Optional.empty();
  Optional<FlinkInspection> otherFlink = Optional.empty();
  final List<RedisNode> redis = new ArrayList<>();

  /** By address, of nodes that hold other things beside keys than the others. */
  final Map<String, MemberTraits> traits = new HashMap<>();

  /** Names that lead to their nodes, by the nodes' addresses. */
  final Map<String, Set<String>> names = new HashMap<>();

  /** Addresses that lead nowhere. */
  final Set<String> byNameAlone = new HashSet<>();

  /** Where nodes send clients that tell no settings. */
  final Map<String, List<ToldEndpoint>> endpoints = new HashMap<>();

  final List<Path> openSecrets = new ArrayList<>();

  /** Of hosts that have others than what they are called. */
  final Map<String, Set<String>> addresses = new HashMap<>();

  Patient() {
    for (int host = 1; host <= HOSTS; host++) {
      taskManagers.add(new TaskManager("tm-" + host, "10.0.0." + host, 1));
    }
    for (int host = 1; host <= HOSTS; host++) {
      redis.add(answering(host, false));
    }
    for (int host = 1; host <= HOSTS; host++) {
      redis.add(answering(host, true));
    }
  }

  private static RedisNode.Answering answering(int host, boolean replica) {
    int port = replica ? 7001 : 7000;
    List<KnownServer> known = new ArrayList<>();
    for (int other = 1; other <= HOSTS; other++) {
      known.add(known(other, false, !replica && other == host));
      known.add(known(other, true, replica && other == host));
    }
    KnownServer own = known(host, replica, true);
    ServerView view = ServerView.of(own.address(), own, known, List.of(), Optional.empty());
    Map<String, String> info = new HashMap<>();
    info.put("redis_version", "7.2.5");
    info.put("cluster_enabled", "1");
    info.put("role", replica ? "slave" : "master");
    info.put("master_link_status", "up");
    info.put("min_slaves_good_slaves", "1");
    info.put("maxmemory", "1000000");
    info.put("used_memory", "1000");
    info.put("maxmemory_policy", "noeviction");
    info.put("aof_enabled", "1");
    info.put("rdb_last_bgsave_status", "ok");
    info.put("aof_last_write_status", "ok");
    Map<String, String> settings = new HashMap<>();
    settings.put("cluster-node-timeout", "5000");
    settings.put("cluster-require-full-coverage", "no");
    settings.put("cluster-allow-replica-migration", "no");
    settings.put("cluster-preferred-endpoint-type", "ip");
    settings.put("cluster-announce-hostname", "");
    settings.put("repl-backlog-size", "67108864");
    settings.put("min-replicas-to-write", "1");
    settings.put("save", "");
    settings.put("tls-cluster", "no");
    return new RedisNode.Answering(
        "10.0.0." + host + ":" + port,
        !replica && host < HOSTS,
        info,
        Map.of("cluster_state", "ok"),
        settings,
        Optional.of(view),
        Map.of());
  }

  private static KnownServer known(int host, boolean replica, boolean myself) {
    String role = replica ? "slave" : "master";
    return new KnownServer(
        (replica ? "replica-" : "primary-") + host,
        new ServerAddress("10.0.0." + host, replica ? 7001 : 7000),
        List.of(),
        myself ? Set.of("myself", role) : Set.of(role),
        replica ? "primary-" + (host % HOSTS + 1) : "",
        new Pings(0, 0),
        1,
        true,
        replica ? List.of() : List.of(new HashSlotSpan(FIRST[host - 1], FIRST[host] - 1)));
  }

  Patient info(int node, String field, String value) {
    return change(
        node,
        old -> {
          Map<String, String> info = new HashMap<>(old.info());
          info.put(field, value);
          return new RedisNode.Answering(
              old.address(),
              old.configured(),
              info,
              old.clusterInfo(),
              old.settings(),
              old.view(),
              old.refused());
        });
  }

  Patient setting(int node, String name, String value) {
    return change(
        node,
        old -> {
          Map<String, String> settings = new HashMap<>(old.settings());
          settings.put(name, value);
          return new RedisNode.Answering(
              old.address(),
              old.configured(),
              old.info(),
              old.clusterInfo(),
              settings,
              old.view(),
              old.refused());
        });
  }

  Patient clusterState(int node, String state) {
    return change(
        node,
        old ->
            new RedisNode.Answering(
                old.address(),
                old.configured(),
                old.info(),
                Map.of("cluster_state", state),
                old.settings(),
                old.view(),
                old.refused()));
  }

  Patient refuses(int node, String command, String answer) {
    return change(
        node,
        old ->
            new RedisNode.Answering(
                old.address(),
                old.configured(),
                old.info(),
                old.clusterInfo(),
                old.settings(),
                command.equals("CLUSTER NODES") ? Optional.empty() : old.view(),
                Map.of(command, answer)));
  }

  /** As a managed server, of which CONFIG is withheld. */
  Patient withoutConfig(int node) {
    refuses(node, "CONFIG GET", "ERR unknown command 'CONFIG'");
    return change(
        node,
        old ->
            new RedisNode.Answering(
                old.address(),
                old.configured(),
                old.info(),
                old.clusterInfo(),
                Map.of(),
                old.view(),
                old.refused()));
  }

  /** Changes what a node knows of one node, or of all. */
  Patient knows(int node, UnaryOperator<KnownServer> change) {
    return views(
        node,
        old -> {
          Map<String, KnownServer> known = new LinkedHashMap<>();
          old.known().forEach((id, server) -> known.put(id, change.apply(server)));
          return new ServerView(old.address(), old.id(), known, old.transitions(), old.info());
        });
  }

  /** Changes what a node says in CLUSTER NODES. */
  Patient views(int node, UnaryOperator<ServerView> change) {
    return change(
        node,
        old ->
            new RedisNode.Answering(
                old.address(),
                old.configured(),
                old.info(),
                old.clusterInfo(),
                old.settings(),
                old.view().map(change),
                old.refused()));
  }

  Patient everyNodeKnows(UnaryOperator<KnownServer> change) {
    for (int node = 0; node < redis.size(); node++) {
      knows(node, change);
    }
    return this;
  }

  Patient change(int node, UnaryOperator<RedisNode.Answering> change) {
    redis.set(node, change.apply((RedisNode.Answering) redis.get(node)));
    return this;
  }

  static KnownServer with(KnownServer old, Set<String> flags, boolean linked) {
    return new KnownServer(
        old.id(),
        old.address(),
        old.otherHosts(),
        flags,
        old.primaryId(),
        old.pings(),
        old.epoch(),
        linked,
        old.hashSlots());
  }

  static KnownServer with(KnownServer old, List<HashSlotSpan> hashSlots) {
    return with(old, old.address(), old.otherHosts(), hashSlots);
  }

  static KnownServer with(KnownServer old, ServerAddress address) {
    return with(old, address, old.otherHosts(), old.hashSlots());
  }

  private static KnownServer with(
      KnownServer old,
      ServerAddress address,
      List<String> otherHosts,
      List<HashSlotSpan> hashSlots) {
    return new KnownServer(
        old.id(),
        address,
        otherHosts,
        old.flags(),
        old.primaryId(),
        old.pings(),
        old.epoch(),
        old.linked(),
        hashSlots);
  }

  /** A node announces a name, too. */
  Patient named(String id, String name) {
    return everyNodeKnows(
        old ->
            old.id().equals(id) ? with(old, old.address(), List.of(name), old.hashSlots()) : old);
  }

  StreamJob job(int parallelism) {
    List<Subtask> subtasks = new ArrayList<>();
    for (int i = 0; i < parallelism; i++) {
      TaskManager place = taskManagers.get(i);
      subtasks.add(new Subtask(i, 0, 0, "RUNNING", place.host(), place.id()));
    }
    return new StreamJob(
        "j1",
        "LinearRoad",
        "RUNNING",
        version,
        unaligned,
        List.of(
            new StreamOperator("Toll", true, parallelism, subtasks, false, OperatorRates.UNKNOWN)));
  }

  /** What task managers have told the coordinator of their machines. */
  TaskManagerHosts told = TaskManagerHosts.UNTOLD;

  Diagnosis examine() {
    CoordinatorConfig read = ConfigReader.parse(config + more, "test", Path.of(""));
    FlinkInspection flink =
        otherFlink.orElseGet(
            () ->
                new FlinkInspection.Answering(
                    version,
                    refreshMillis,
                    flinkSettings,
                    takesJars,
                    classPath,
                    taskManagers,
                    otherView.orElseGet(() -> new StreamView.Found(job(HOSTS)))));
    return new Doctor(read, host -> addresses.getOrDefault(host, Set.of(host)))
        .examine(
            openSecrets,
            flink,
            told,
            new RedisInspection(redis, traits(), names, byNameAlone, endpoints));
  }

  /** What a check says; it must say one thing. */
  Finding only(Check check) {
    List<Finding> said = all(check);
    if (said.size() != 1) {
      throw new AssertionError(check + " says " + said);
    }
    return said.get(0);
  }

  List<Finding> all(Check check) {
    return examine().findings().stream().filter(f -> f.code().equals(check.name())).toList();
  }

  /** What is not set otherwise is as the nodes tell elsewhere, and the same on all. */
  private Map<String, MemberTraits> traits() {
    Map<String, MemberTraits> all = new HashMap<>();
    for (RedisNode node : redis) {
      if (node instanceof RedisNode.Answering told) {
        all.put(told.address(), traits(told));
      }
    }
    all.putAll(traits);
    return all;
  }

  static MemberTraits traits(RedisNode.Answering told) {
    return new MemberTraits(
        told.address(),
        told.info(),
        Optional.of(Map.of()),
        told.tellsSettings() ? Optional.of(told.settings()) : Optional.empty(),
        Optional.of(Map.of("default", "digest")),
        Optional.of(Map.of()));
  }
}
