package io.amoeba.coordinator.cluster;

import io.amoeba.coordinator.text.HostSyntax;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a server takes clients. Two notations of one IPv6 address, or of one DNS name, are equal;
 * an address and a name are not. Immutable.
 *
 * @param host in its {@linkplain HostSyntax#canonical canonical form}, without brackets
 */
public record ServerAddress(String host, int port) implements Comparable<ServerAddress> {

  private static final int MOST_PORT = 65_535;

  private static final Comparator<ServerAddress> ORDER =
      Comparator.comparing(ServerAddress::host).thenComparing(ServerAddress::port);

  private static final Pattern TEXT = Pattern.compile("(\\[[^\\]]+\\]|[^:\\s]+):(\\d{1,5})");

  public ServerAddress {
    host = HostSyntax.canonical(host);
  }

  /**
   * Makes sure that the port is one.
   *
   * @throws IllegalArgumentException if it is not
   */
  public void checkPort() {
    if (port < 1 || port > MOST_PORT) {
      throw new IllegalArgumentException("there is no port " + port);
    }
  }

  /** Reads {@code host:port}, with an IPv6 address in brackets; empty if it is something else. */
  public static Optional<ServerAddress> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = HostSyntax.withoutBrackets(matcher.group(1));
    boolean bracketed = !host.equals(matcher.group(1));
    int port = Integer.parseInt(matcher.group(2));
    return port >= 1
            && port <= MOST_PORT
            && HostSyntax.isHost(host)
            && (!bracketed || host.indexOf(':') >= 0)
        ? Optional.of(new ServerAddress(host, port))
        : Optional.empty();
  }

  @Override
  public int compareTo(ServerAddress other) {
    return ORDER.compare(this, other);
  }

  /** {@code host:port}, with an IPv6 address in brackets. */
  @Override
  public String toString() {
    return HostSyntax.inUrl(host) + ":" + port;
  }
}
