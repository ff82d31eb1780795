package io.amoeba.coordinator.monitor;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * Tells what can be a host: an IPv4 address, an IPv6 address without a zone, or a DNS name. Nothing
 * else reaches a command or the name service: {@code -oProxyCommand=…} would be an option of ssh.
 * Names may have underscores, which RFC 1123 forbids: containers and services are called so.
 * Stateless, safe for concurrent use. Source: RFC 1123, section 2.1; RFC 4291, section 2.2.
 */
public final class HostSyntax {

  private static final int LONGEST_NAME = 253;
  private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
  private static final Pattern IPV4 = Pattern.compile("(?:" + OCTET + "\\.){3}" + OCTET);
  private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}");
  private static final String LABEL = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
  private static final Pattern NAME = Pattern.compile("(?:" + LABEL + "\\.)*(" + LABEL + ")\\.?");

  /** Resolvers read names whose last part is a number as addresses, and differ in how. */
  private static final Pattern NUMBER = Pattern.compile("\\d+|0[xX][0-9A-Fa-f]*");

  private HostSyntax() {}

  /** Whether it is an address or a DNS name. */
  public static boolean isHost(String text) {
    return isAddress(text) || isName(text);
  }

  /** Whether it is an IPv4 or IPv6 address, without brackets and zone. */
  public static boolean isAddress(String text) {
    return IPV4.matcher(text).matches() || isIpv6(text);
  }

  private static boolean isIpv6(String text) {
    if (text.indexOf(':') < 0 || !IPV6.matcher(text).matches()) {
      return false;
    }
    try {
      // In brackets it is an address or nothing: no name service is asked.
      return !InetAddress.getByName("[" + text + "]").getHostAddress().isEmpty();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static boolean isName(String text) {
    var matcher = NAME.matcher(text);
    return text.length() <= LONGEST_NAME
        && matcher.matches()
        && !NUMBER.matcher(matcher.group(1)).matches();
  }
}
