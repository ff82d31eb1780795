package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.HttpSettings;
import io.javalin.http.Context;
import io.javalin.http.ForbiddenResponse;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Refuses orders that a page of somebody else makes a browser send. Immutable.
 *
 * <p>Browsers name the page in {@code Origin} (with every method but GET and HEAD) and say in
 * {@code Sec-Fetch-Site} whether it is ours; other programs send neither. A page whose own name was
 * made to point at this address would look like ours; so without tokens, which it cannot know, the
 * name must be an address, {@code localhost}, or a configured one, for whatever is below {@code
 * /api} and {@code /metrics}.
 */
final class OriginCheck {

  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> OURS = Set.of("same-origin", "none");
  private static final Pattern ADDRESS =
      Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]+]");

  private final HttpSettings settings;

  OriginCheck(HttpSettings settings) {
    this.settings = settings;
  }

  /**
   * Lets the request pass.
   *
   * @throws ForbiddenResponse if it is an order of another site's page
   */
  void check(Context context) {
    if (SAFE_METHODS.contains(context.method().toString())) {
      return;
    }
    String site = context.header("Sec-Fetch-Site");
    String origin = context.header("Origin");
    boolean other = site != null && !OURS.contains(site);
    if (other || (origin != null && !isOurs(origin, context.host()))) {
      throw new ForbiddenResponse(
          "orders of a page from '"
              + (origin == null ? "elsewhere" : origin)
              + "' are refused; http.hosts names the hosts under which the page may be opened");
    }
  }

  /**
   * Lets the request pass. A page whose own name was made to point at this address may read every
   * answer, but the browser names it in {@code Host}.
   *
   * @throws ForbiddenResponse if there are no tokens, and that is not one of our names
   */
  void checkHost(Context context) {
    String host = context.host();
    if (settings.tokens().isEmpty() && host != null && !isTrusted(withoutPort(host))) {
      throw new ForbiddenResponse(
          "the host '"
              + host
              + "' is not known: without tokens it must be an address, localhost, or one of"
              + " http.hosts");
    }
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  boolean isOurs(String origin, @Nullable String host) {
    try {
      URI page = new URI(origin);
      String name = page.getHost();
      return name != null
          && page.getRawAuthority().equalsIgnoreCase(host)
          && (!settings.tokens().isEmpty() || isTrusted(name));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private boolean isTrusted(String name) {
    return ADDRESS.matcher(name).matches()
        || name.equalsIgnoreCase("localhost")
        || settings.hosts().stream().anyMatch(name::equalsIgnoreCase);
  }
}
