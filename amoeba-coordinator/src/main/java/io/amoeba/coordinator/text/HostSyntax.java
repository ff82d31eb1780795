package io.amoeba.coordinator.text;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tells what can be a host: an IPv4 address, an IPv6 address without a zone, or a DNS name. Nothing
 * else reaches a command or the name service: {@code -oProxyCommand=…} would be an option of ssh.
 * Names may have underscores, which RFC 1123 forbids: containers and services are called so.
 * Stateless, safe for concurrent use. Source: RFC 1123, section 2.1; RFC 4291, section 2.2.
 */
public final class HostSyntax {

  private static final int LONGEST_NAME = 253;
  private static final int IPV4_BYTES = 4;
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

  /** The text without the brackets that URLs put around an IPv6 address. */
  public static String withoutBrackets(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  /** The host as URLs write it: an IPv6 address in brackets. */
  public static String inUrl(String host) {
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }

  /**
   * One text for all notations of a host: IPv6 addresses as RFC 5952 writes them, an IPv4 address
   * that is mapped into IPv6 as IPv4, names in lower case without the dot of the root. What is no
   * host stays as it is.
   */
  public static String canonical(String host) {
    String bare = withoutBrackets(host);
    if (isIpv6(bare)) {
      return address(bare);
    }
    if (!isName(bare)) {
      return host;
    }
    String name = bare.toLowerCase(Locale.ROOT);
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  private static String address(String ipv6) {
    try {
      byte[] bytes = InetAddress.getByName("[" + ipv6 + "]").getAddress();
      return bytes.length == IPV4_BYTES
          ? InetAddress.getByAddress(bytes).getHostAddress()
          : compressed(bytes);
    } catch (UnknownHostException e) {
      return ipv6;
    }
  }

  /** The longest run of two or more groups of zeros, the first of equals, is left out. */
  private static String compressed(byte[] bytes) {
    int[] groups = new int[bytes.length / 2];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = (bytes[2 * i] & 0xff) << 8 | (bytes[2 * i + 1] & 0xff);
    }
    int from = 0;
    int length = 1;
    for (int i = 0; i < groups.length; i++) {
      int end = i;
      while (end < groups.length && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        from = i;
        length = end - i;
      }
    }
    if (length < 2) {
      return joined(groups, 0, groups.length);
    }
    return joined(groups, 0, from) + "::" + joined(groups, from + length, groups.length);
  }

  private static String joined(int[] groups, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> Integer.toHexString(groups[i]))
        .collect(Collectors.joining(":"));
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
