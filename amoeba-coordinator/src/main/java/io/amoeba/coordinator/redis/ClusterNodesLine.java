package io.amoeba.coordinator.redis;

import io.amoeba.coordinator.changes.slots.PrimaryView.PingState;
import io.amoeba.coordinator.changes.slots.PrimaryView.Transition;
import io.amoeba.coordinator.monitor.HashSlotSpan;
import io.amoeba.coordinator.monitor.ServerAddress;
import io.amoeba.coordinator.text.PrintableText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One line of CLUSTER NODES of Redis 4 … 8 and Valkey. {@code transitions} are of hash slots on
 * their way, which a node tells of itself alone. {@code busPort} is 0 if it is not told. Immutable.
 * Source: Redis command reference, CLUSTER NODES, "Serialization format".
 */
record ClusterNodesLine(
    String id,
    String host,
    int port,
    int busPort,
    List<String> otherHosts,
    Set<String> flags,
    String primaryId,
    PingState ping,
    long epoch,
    boolean linked,
    List<HashSlotSpan> hashSlots,
    List<Transition> transitions) {

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

  /**
   * Reads an answer.
   *
   * @param askedHost host by which the answering node was reached: a node that never learned its
   *     own address leaves it out
   * @throws IllegalArgumentException if a line is not of the documented form
   */
  static List<ClusterNodesLine> parse(String text, String askedHost) {
    return text.lines()
        .filter(line -> !line.isBlank())
        .map(l -> line(PrintableText.line(l.strip()), askedHost))
        .toList();
  }

  private static ClusterNodesLine line(String line, String askedHost) {
    String[] fields = line.split(" ");
    if (fields.length < FIELDS) {
      throw new IllegalArgumentException("CLUSTER NODES answered '" + line + "'");
    }
    Matcher address = ADDRESS.matcher(fields[1]);
    if (!address.matches()) {
      throw new IllegalArgumentException("CLUSTER NODES answered the address '" + fields[1] + "'");
    }
    List<HashSlotSpan> spans = new ArrayList<>();
    List<Transition> transitions = new ArrayList<>();
    for (int i = FIELDS; i < fields.length; i++) {
      if (fields[i].startsWith("[")) {
        transitions.add(transition(fields[i]));
      } else {
        String[] ends = fields[i].split("-");
        int from = Integer.parseInt(ends[0]);
        spans.add(new HashSlotSpan(from, ends.length == 1 ? from : Integer.parseInt(ends[1])));
      }
    }
    String name = address.group("name");
    String bus = address.group("bus");
    return new ClusterNodesLine(
        fields[0],
        address.group("host").isEmpty() ? askedHost : address.group("host"),
        Integer.parseInt(address.group("port")),
        bus == null ? 0 : Integer.parseInt(bus),
        name == null || name.isEmpty() ? List.of() : List.of(name),
        new TreeSet<>(Arrays.asList(fields[2].split(","))),
        fields[3].equals("-") ? "" : fields[3],
        new PingState(Long.parseLong(fields[PING]), Long.parseLong(fields[PONG])),
        Long.parseLong(fields[EPOCH]),
        fields[7].equals("connected"),
        spans,
        transitions);
  }

  /** {@code [hashSlot->-node]} leaves, {@code [hashSlot-<-node]} comes. */
  private static Transition transition(String field) {
    int arrow = field.indexOf('-');
    if (arrow < 0 || !field.endsWith("]") || arrow + ARROW >= field.length()) {
      throw new IllegalArgumentException("CLUSTER NODES answered the hash slot '" + field + "'");
    }
    return new Transition(
        Integer.parseInt(field.substring(1, arrow)),
        field.charAt(arrow + 1) == '>',
        field.substring(arrow + ARROW, field.length() - 1));
  }

  /** Where it takes clients. */
  ServerAddress address() {
    return new ServerAddress(host, port);
  }

  /** Number of hash slots on their way. */
  int openMigrations() {
    return transitions.size();
  }

  /** Whether it is a primary whose address is known and whose greeting is over. */
  boolean isKnownPrimary() {
    return flags.contains("master") && !flags.contains("noaddr") && !flags.contains("handshake");
  }

  /** Whether it is a replica of a known primary, with a known address. */
  boolean isKnownReplica() {
    return flags.contains("slave")
        && !primaryId.isEmpty()
        && !flags.contains("noaddr")
        && !flags.contains("handshake");
  }

  /** Whether the answering node, or the majority, thinks that it is down. */
  boolean isFailing() {
    return flags.contains("fail") || flags.contains("fail?");
  }
}
