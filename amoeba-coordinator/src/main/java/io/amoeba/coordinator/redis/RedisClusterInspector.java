package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.config.RedisSettings;
import io.amoeba.coordinator.doctor.RedisInspection;
import io.amoeba.coordinator.doctor.RedisInspector;
import io.amoeba.coordinator.doctor.RedisNode;
import io.amoeba.coordinator.doctor.StoreCommand;
import io.amoeba.coordinator.doctor.ToldEndpoint;
import io.amoeba.coordinator.members.MemberTraits;
import io.amoeba.coordinator.text.PrintableText;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks every node for what doctors judge, one after the other, by commands that change nothing.
 * Confined to one thread.
 */
public final class RedisClusterInspector implements RedisInspector {

  /** None of them matches a setting that is a secret, as {@code *} would. */
  private static final List<String> SETTINGS =
      List.of(
          "cluster-*",
          "repl-backlog-size",
          "repl-diskless-sync*",
          "client-output-buffer-limit",
          "min-replicas-*",
          "save",
          "stop-writes-on-bgsave-error",
          "tls-cluster");

  private static final Pattern REFUSED_LOGIN =
      Pattern.compile("(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|AUTH|Client sent AUTH)).*");

  /** Netty adds the address, which a report names anyway. */
  private static final Pattern ADDRESS = Pattern.compile(": [^ ]*/[^ ]*:\\d+$");

  private final RedisSettings settings;
  private final Set<StoreCommand> tried;
  private final NodeConnections connections;

  /**
   * An inspector that connects when it inspects.
   *
   * @param tried with arguments by which they change nothing, to see whether they are allowed
   */
  public RedisClusterInspector(RedisConnections redis, Set<StoreCommand> tried) {
    this.settings = redis.settings();
    this.tried = Set.copyOf(tried);
    this.connections = redis.reading();
  }

  @Override
  public RedisInspection inspect() {
    List<RedisNode> nodes = new ArrayList<>();
    Map<String, MemberTraits> traits = new HashMap<>();
    Map<String, Set<String>> names = new HashMap<>();
    Set<String> byNameAlone = new HashSet<>();
    Map<String, List<ToldEndpoint>> endpoints = new HashMap<>();
    Deque<ServerAddress> waiting = new ArrayDeque<>(settings.endpoints());
    Set<ServerAddress> met = new HashSet<>(waiting);
    while (!waiting.isEmpty()) {
      ServerAddress endpoint = waiting.remove();
      RedisNode node =
          inspect(endpoint, settings.endpoints().contains(endpoint), traits, endpoints);
      nodes.add(node);
      if (node instanceof RedisNode.Answering answer) {
        if (connections.isByName(endpoint)) {
          byNameAlone.add(answer.address());
        }
        connections.learn(answer.known());
        answer.myself().ifPresent(own -> names.put(own.address().toString(), leading(own)));
        for (KnownServer known : answer.known()) {
          if (known.hasAddress() && met.add(known.address())) {
            waiting.add(known.address());
          }
        }
      }
    }
    return new RedisInspection(nodes, traits, names, byNameAlone, endpoints);
  }

  /** The names of a node that lead to it. */
  private Set<String> leading(KnownServer node) {
    return node.otherHosts().stream()
        .filter(name -> connections.leads(node.address(), name))
        .collect(Collectors.toSet());
  }

  private RedisNode inspect(
      ServerAddress endpoint,
      boolean configured,
      Map<String, MemberTraits> traits,
      Map<String, List<ToldEndpoint>> endpoints) {
    try (StatefulRedisConnection<String, String> connection = connections.connectOnce(endpoint)) {
      RedisNode.Answering node = ask(endpoint, configured, connection.sync());
      traits.put(node.address(), TraitsReader.read(node.address(), connection.sync()));
      if (!node.tellsSettings()) {
        told(connection.sync()).ifPresent(told -> endpoints.put(node.address(), told));
      }
      return node;
    } catch (RedisException | IllegalArgumentException | UncheckedIOException e) {
      String reason = ADDRESS.matcher(RedisLogin.rootMessage(e)).replaceFirst("");
      return REFUSED_LOGIN.matcher(reason).matches() || e instanceof UncheckedIOException
          ? new RedisNode.Locked(endpoint.toString(), configured, reason)
          : new RedisNode.Silent(endpoint.toString(), configured, reason);
    }
  }

  /** Where the node sends clients: managed servers tell it, though not their settings. */
  private static Optional<List<ToldEndpoint>> told(RedisCommands<String, String> commands) {
    try {
      return Optional.of(ToldEndpoints.in(commands.clusterSlots()));
    } catch (RedisCommandExecutionException e) {
      return Optional.empty();
    }
  }

  private RedisNode.Answering ask(
      ServerAddress endpoint, boolean configured, RedisCommands<String, String> commands) {
    Map<String, String> refused = new HashMap<>();
    String info = answer("INFO", commands::info, refused);
    String clusterInfo = answer("CLUSTER INFO", commands::clusterInfo, refused);
    String nodes = answer("CLUSTER NODES", commands::clusterNodes, refused);
    Map<String, String> values = new HashMap<>();
    for (String pattern : SETTINGS) {
      Map<String, String> found = answer("CONFIG GET", () -> commands.configGet(pattern), refused);
      values.putAll(found == null ? Map.of() : found);
    }
    tried.forEach(
        command -> answer(command.text(), () -> HarmlessTrial.of(command, commands), refused));
    return new RedisNode.Answering(
        endpoint.toString(),
        configured,
        fields(info),
        fields(clusterInfo),
        values,
        nodes == null
            ? Optional.empty()
            : Optional.of(
                ClusterNodes.parse(nodes, endpoint.host()).view(endpoint, Optional.empty())),
        refused);
  }

  private static <T> @Nullable T answer(
      String command, Supplier<T> question, Map<String, String> refused) {
    try {
      return question.get();
    } catch (RedisCommandExecutionException e) {
      refused.put(command, PrintableText.line(String.valueOf(e.getMessage())));
      return null;
    }
  }

  /** The fields of an answer to INFO or CLUSTER INFO, fit to be shown; none if it was refused. */
  private static Map<String, String> fields(@Nullable String text) {
    Map<String, String> fields = text == null ? new HashMap<>() : ServerInfoReader.fields(text);
    fields.replaceAll((name, value) -> PrintableText.line(value));
    return fields;
  }
}
