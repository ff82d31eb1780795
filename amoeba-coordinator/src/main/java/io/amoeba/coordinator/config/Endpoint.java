package io.amoeba.coordinator.config;

import io.amoeba.coordinator.monitor.HostSyntax;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code host:port}, with an IPv6 address in brackets. Stateless. */
final class Endpoint {

  private static final Pattern TEXT = Pattern.compile("(?:\\[([^\\]]+)\\]|([^:\\s]+)):(\\d{1,5})");

  private Endpoint() {}

  static Optional<HostAndPort> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    int port = Integer.parseInt(matcher.group(3));
    return port >= 1 && port <= 65_535 && HostSyntax.isHost(host)
        ? Optional.of(new HostAndPort(host, port))
        : Optional.empty();
  }
}
