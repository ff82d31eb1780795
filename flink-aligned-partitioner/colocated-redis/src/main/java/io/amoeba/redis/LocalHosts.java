package io.amoeba.redis;

import io.lettuce.core.RedisURI;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The names and addresses of the own host. A Redis node is on it if its announced name or one of
 * its addresses is among them. Immutable.
 */
final class LocalHosts {
  static final String PROPERTY = "amoeba.node.host";
  static final String VARIABLE = "AMOEBA_NODE_HOST";

  /** A name, an IPv4 address, or an IPv6 address, which has two colons at least. */
  private static final Pattern HOST =
      Pattern.compile(
          "[^\\s:/@\\[\\],]+|(\\[?)[0-9A-Fa-f.]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(%\\w+)?]?");

  private final Set<String> names = new HashSet<>();
  private final Set<InetAddress> addresses = new HashSet<>();

  private LocalHosts() {}

  private static LocalHosts named(List<String> hosts) {
    LocalHosts local = new LocalHosts();
    for (String host : hosts) {
      local.names.add(normal(host));
      local.addresses.addAll(addressesOf(host));
    }
    return local;
  }

  /** Of the configured hosts or, without any, of what this process knows about its host. */
  static LocalHosts of(List<String> configured) {
    return of(configured, System::getProperty, System::getenv);
  }

  static LocalHosts of(
      List<String> configured,
      UnaryOperator<@Nullable String> property,
      UnaryOperator<@Nullable String> variable) {
    List<String> hosts = configured;
    if (hosts.isEmpty()) {
      hosts = split(PROPERTY, property.apply(PROPERTY));
    }
    if (hosts.isEmpty()) {
      hosts = split(VARIABLE, variable.apply(VARIABLE));
    }
    return hosts.isEmpty() ? ofThisMachine() : named(hosts);
  }

  boolean contains(String host) {
    if (names.contains(normal(host))) {
      return true;
    }
    for (InetAddress address : addressesOf(host)) {
      if (addresses.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** The nodes in an order in which those of the own host come first. */
  List<RedisURI> firstIn(List<RedisURI> nodes) {
    List<RedisURI> own = new ArrayList<>();
    List<RedisURI> others = new ArrayList<>();
    for (RedisURI node : nodes) {
      (contains(node.getHost()) ? own : others).add(node);
    }
    own.addAll(others);
    return own;
  }

  private static List<String> split(String key, @Nullable String commaSeparated) {
    List<String> hosts = new ArrayList<>();
    if (commaSeparated != null) {
      for (String host : commaSeparated.split(",", -1)) {
        if (!host.isBlank()) {
          if (!isHost(host)) {
            throw new IllegalArgumentException(
                key
                    + " has '"
                    + host.strip()
                    + "': give host names or addresses, without scheme and port, divided by commas");
          }
          hosts.add(host);
        }
      }
    }
    return hosts;
  }

  private static LocalHosts ofThisMachine() {
    LocalHosts local = new LocalHosts();
    try {
      for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        for (InetAddress address : Collections.list(card.getInetAddresses())) {
          // Every host has a loopback address; a node that announces one says nothing about where.
          if (!address.isLoopbackAddress()) {
            local.addresses.add(address);
          }
        }
      }
      // The name alone: on some systems it stands for a loopback address.
      local.names.add(normal(InetAddress.getLocalHost().getHostName()));
    } catch (SocketException | UnknownHostException e) {
      throw new IllegalStateException(
          "Cannot find out the addresses of this machine: set the system property "
              + PROPERTY
              + " or the environment variable "
              + VARIABLE,
          e);
    }
    return local;
  }

  private static List<InetAddress> addressesOf(String host) {
    try {
      return List.of(InetAddress.getAllByName(host.strip()));
    } catch (UnknownHostException e) {
      return List.of(); // such a host is compared by its name alone
    }
  }

  /** Whether it looks like a name or an address, in brackets or not. */
  static boolean isHost(String text) {
    return HOST.matcher(text.strip()).matches();
  }

  /** The host without brackets, in lower case. */
  static String normal(String host) {
    String stripped = host.strip().toLowerCase(Locale.ROOT);
    return stripped.startsWith("[") && stripped.endsWith("]")
        ? stripped.substring(1, stripped.length() - 1)
        : stripped;
  }
}
