package io.amoeba.coordinator.text;

import java.util.regex.Pattern;

/**
 * Text without the secrets that addresses, headers and connection strings carry: the user part of
 * an address, the value of a parameter that is called like a secret, and what follows {@code
 * Bearer} and {@code Basic}. Every output of the coordinator goes through this rule. Stateless,
 * safe for concurrent use. Source: RFC 3986, section 3.2.1 (user information).
 */
public final class MaskedSecrets {

  /** What stands for a secret. */
  public static final String MASK = "***";

  /** {@code scheme://user:password@host}, also with an {@code @} in the password. */
  private static final Pattern OF_URI =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]{0,20}://)[^\\s/?#'\"<>\\\\]+@");

  /** {@code user:password@host:port} without a scheme. */
  private static final Pattern OF_ENDPOINT =
      Pattern.compile(
          "(?<![^\\s'\"\\[(,=])[^\\s'\"\\[(,=@/]*:(?!//)[^\\s'\"@\\\\]+@(?=(?:\\[[^\\]\\s]+\\]|[^\\s'\"@:]+):\\d)");

  private static final Pattern OF_PARAMETER =
      Pattern.compile(
          "(?i)\\b((?:[a-z0-9_.-]{0,40})(?:password|passwd|secret|token|api[_-]?key|access[_-]?key))"
              + "=[^\\s&;,'\"\\\\]+");

  private static final Pattern OF_HEADER =
      Pattern.compile(
          "\\b((?i:bearer))\\s+[A-Za-z0-9._~+/-]{12,}=*"
              // Base64 of a login, not a word.
              + "|\\b((?i:basic))\\s+(?=\\S+[A-Z0-9=])[A-Za-z0-9+/]{8,}=*");

  private MaskedSecrets() {}

  /** The text with {@link #MASK} for each secret. */
  public static String in(String text) {
    String masked = text;
    if (masked.indexOf('@') >= 0) {
      masked = OF_URI.matcher(masked).replaceAll("$1" + MASK + "@");
      masked = OF_ENDPOINT.matcher(masked).replaceAll(MASK + "@");
    }
    if (masked.indexOf('=') >= 0) {
      masked = OF_PARAMETER.matcher(masked).replaceAll("$1=" + MASK);
    }
    return masked.indexOf(' ') >= 0 ? OF_HEADER.matcher(masked).replaceAll("$1$2 " + MASK) : masked;
  }
}
