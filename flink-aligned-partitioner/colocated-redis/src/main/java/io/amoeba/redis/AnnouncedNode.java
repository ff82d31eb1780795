package io.amoeba.redis;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Where a node says that it is: its address, and the name that it announces beside that, by which
 * clients know it where {@code cluster-preferred-endpoint-type} is {@code hostname}. Immutable.
 */
final class AnnouncedNode {
  private final String id;
  private final List<String> hosts;
  private final int port;

  private AnnouncedNode(String id, List<String> hosts, int port) {
    this.id = id;
    this.hosts = List.copyOf(hosts);
    this.port = port;
  }

  /** The node at the other end of a connection. */
  static AnnouncedNode asked(Connection connection) {
    return in(nodes(connection));
  }

  /** The same node as the one at the other end of a connection tells it to its clients. */
  AnnouncedNode toldBy(Connection connection) {
    return find(
        nodes(connection), fields -> fields[0].equals(id), "other nodes do not know its id " + id);
  }

  private static String nodes(Connection connection) {
    byte[] nodes =
        (byte[])
            connection.executeCommand(new CommandArguments(Protocol.Command.CLUSTER).add("NODES"));
    return new String(nodes, StandardCharsets.UTF_8);
  }

  /**
   * The node that was asked; it may not know its host.
   *
   * @param nodes answer to CLUSTER NODES
   */
  static AnnouncedNode in(String nodes) {
    return find(
        nodes,
        fields -> fields[2].contains("myself"),
        "it does not say which node of the cluster it is");
  }

  private static AnnouncedNode find(String nodes, Predicate<String[]> which, String otherwise) {
    for (String line : nodes.split("\n", -1)) {
      String[] fields = line.split(" ", -1);
      if (fields.length > 2 && which.test(fields)) {
        return of(fields[0], fields[1]);
      }
    }
    throw new JedisConnectionException(otherwise);
  }

  /** Of {@code host:port@busPort,name,more=…}, of which the host and all after it may be empty. */
  private static AnnouncedNode of(String id, String text) {
    String[] parts = text.split(",", -1);
    String address = parts[0].replaceFirst("@.*", "");
    int colon = address.lastIndexOf(':');
    List<String> hosts = new ArrayList<>();
    hosts.add(address.substring(0, colon));
    hosts.add(parts.length > 1 && parts[1].indexOf('=') < 0 ? parts[1] : "");
    hosts.removeIf(String::isEmpty);
    return new AnnouncedNode(id, hosts, Integer.parseInt(address.substring(colon + 1)));
  }

  /** Its address and its name, as far as it has them. */
  List<String> hosts() {
    return hosts;
  }

  int port() {
    return port;
  }

  @Override
  public String toString() {
    return hosts + ":" + port;
  }
}
