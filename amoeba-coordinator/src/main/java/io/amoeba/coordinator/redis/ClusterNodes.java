package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.cluster.HashSlotSpan;
import io.amoeba.coordinator.cluster.KnownServer;
import io.amoeba.coordinator.cluster.KnownServer.Pings;
import io.amoeba.coordinator.cluster.ServerAddress;
import io.amoeba.coordinator.cluster.ServerInfo;
import io.amoeba.coordinator.cluster.ServerView;
import io.amoeba.coordinator.cluster.ServerView.Transition;
import io.amoeba.coordinator.text.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An answer to CLUSTER NODES of Redis 4 … 8 and Valkey. Immutable. Source: Redis command reference,
 * CLUSTER NODES, "Serialization format".
 *
 * @param servers in the order of the answer
 * @param transitions hash slots in transition, which a server tells of itself alone
 * @param busPort where the answering server takes messages of other nodes; 0: it does not tell
 */
record ClusterNodes(List<KnownServer> servers, List<Transition> transitions, int busPort) {

  private static final int FIELDS = 8;

  private static final int PING = 4;
  private static final int PONG = 5;
  private static final int EPOCH = 6;

  private static final int ARROW = 3;

  /**
   * {@code host:port@busPort[,name[,shard-id=…]]}. The host may be empty, or an IPv6 address
   * without brackets; before Redis 4 there was no bus port.
   */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?<host>[^,@]*):(?<port>\\d{1,5})(?:@(?<bus>\\d{1,5}))?(?:,(?<name>[^,=]*))?(?:,.*)?");

  ClusterNodes {
    servers = List.copyOf(servers);
    transitions = List.copyOf(transitions);
  }

  /**
   * Reads an answer.
   *
   * @param askedHost host by which the answering server was reached: one that never learned its own
   *     address leaves it out
   * @throws IllegalArgumentException if a line is not of the documented form
   */
  static ClusterNodes parse(String text, String askedHost) {
    List<KnownServer> servers = new ArrayList<>();
    List<Transition> transitions = new ArrayList<>();
    int busPort = 0;
    for (String line : text.lines().filter(any -> !any.isBlank()).toList()) {
      String[] fields = PrintableText.line(line.strip()).split(" ");
      if (fields.length < FIELDS) {
        throw new IllegalArgumentException("CLUSTER NODES answered '" + line + "'");
      }
      Matcher address = ADDRESS.matcher(fields[1]);
      if (!address.matches()) {
        throw new IllegalArgumentException(
            "CLUSTER NODES answered the address '" + fields[1] + "'");
      }
      KnownServer server = server(fields, address, askedHost, transitions);
      servers.add(server);
      if (server.isSelf() && address.group("bus") != null) {
        busPort = Integer.parseInt(address.group("bus"));
      }
    }
    return new ClusterNodes(servers, transitions, busPort);
  }

  private static KnownServer server(
      String[] fields, Matcher address, String askedHost, List<Transition> transitions) {
    List<HashSlotSpan> spans = new ArrayList<>();
    for (int i = FIELDS; i < fields.length; i++) {
      if (fields[i].startsWith("[")) {
        transitions.add(transition(fields[i]));
      } else {
        String[] ends = fields[i].split("-");
        int from = Integer.parseInt(ends[0]);
        spans.add(new HashSlotSpan(from, ends.length == 1 ? from : Integer.parseInt(ends[1])));
      }
    }
    if (!spans.isEmpty()) {
      HashSlotSpan.check(spans);
    }
    String host = address.group("host");
    String name = address.group("name");
    return new KnownServer(
        fields[0],
        new ServerAddress(
            host.isEmpty() ? askedHost : host, Integer.parseInt(address.group("port"))),
        name == null || name.isEmpty() ? List.of() : List.of(name),
        new TreeSet<>(Arrays.asList(fields[2].split(","))),
        fields[3].equals("-") ? "" : fields[3],
        new Pings(Long.parseLong(fields[PING]), Long.parseLong(fields[PONG])),
        Long.parseLong(fields[EPOCH]),
        fields[7].equals("connected"),
        spans);
  }

  /** {@code [hashSlot->-node]} leaves, {@code [hashSlot-<-node]} comes. */
  private static Transition transition(String field) {
    int arrow = field.indexOf('-');
    if (arrow < 0 || !field.endsWith("]") || arrow + ARROW >= field.length()) {
      throw new IllegalArgumentException("CLUSTER NODES answered the hash slot '" + field + "'");
    }
    int hashSlot = Integer.parseInt(field.substring(1, arrow));
    HashSlotSpan.check(List.of(new HashSlotSpan(hashSlot, hashSlot)));
    return new Transition(
        hashSlot,
        field.charAt(arrow + 1) == '>',
        field.substring(arrow + ARROW, field.length() - 1));
  }

  /**
   * The same as the view of the server that was asked at an address.
   *
   * @throws IllegalArgumentException if the answer has no line of this server itself
   */
  ServerView view(ServerAddress address, Optional<ServerInfo> info) {
    KnownServer own =
        servers.stream()
            .filter(KnownServer::isSelf)
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("none of its nodes is itself"));
    if (own.flags().contains("slave") && own.isPrimary()) {
      throw new IllegalArgumentException("it is a replica of no primary");
    }
    return ServerView.of(address, own, servers, transitions, info);
  }

  /** Primaries that own hash slots and can be connected to, whether they work or not, by id. */
  List<KnownServer> owners() {
    return primaries().filter(server -> !server.hashSlots().isEmpty()).toList();
  }

  /** Primaries that own no hash slot, work, and can be connected to, by id. */
  List<KnownServer> emptyPrimaries() {
    return primaries()
        .filter(server -> server.hashSlots().isEmpty() && !server.isFailing())
        .toList();
  }

  private Stream<KnownServer> primaries() {
    return servers.stream()
        .filter(ClusterNodes::isKnownPrimary)
        .sorted(Comparator.comparing(KnownServer::id));
  }

  /**
   * Whether the server that answered sees most owners work; otherwise it is itself cut off, or sees
   * none.
   */
  boolean seesMajority() {
    List<KnownServer> owners = owners();
    return owners.stream().filter(KnownServer::isFailing).count() * 2 < owners.size();
  }

  /** Whether it is a primary that can be connected to. */
  static boolean isKnownPrimary(KnownServer server) {
    return server.flags().contains("master") && server.hasAddress();
  }

  /** Whether it is a replica of a known primary, and can be connected to. */
  static boolean isKnownReplica(KnownServer server) {
    return server.flags().contains("slave") && !server.isPrimary() && server.hasAddress();
  }
}
