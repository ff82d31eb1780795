package io.amoeba.coordinator.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * What requests are counted together when their rate and their threads are bounded: those of one
 * address, with one token if they show one. Behind a proxy all have one address, so what needs no
 * token, and wrong tokens, are counted apart: nobody without a token keeps those with one from an
 * answer. Immutable.
 *
 * @param key text that tells it from the others
 */
record RequestBucket(Kind kind, String key) {

  enum Kind {
    /** Balancers' questions, which cost next to nothing. */
    HEALTH,
    /** The page, which holds no data. */
    PAGE,
    /** What needs a token and shows none that is known. */
    REFUSED,
    /** All else. */
    LET_IN
  }

  private static final int PREFIX_BYTES = 8;

  /** The bucket of a request that Jetty has parsed, body apart. */
  static RequestBucket of(Request request, Tokens tokens) {
    String path = request.getHttpURI().getPath();
    InetAddress address =
        request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress inet
            ? inet.getAddress()
            : null;
    return of(
        path == null ? "" : path,
        request.getHeaders().get(HttpHeader.AUTHORIZATION),
        address == null ? "" : prefix(address),
        tokens);
  }

  private static RequestBucket of(
      String path, @Nullable String authorization, String address, Tokens tokens) {
    if (path.equals("/health") || path.equals("/ready")) {
      return new RequestBucket(Kind.HEALTH, "health " + address);
    }
    if (!HttpServer.needsToken(path)) {
      return new RequestBucket(Kind.PAGE, "page " + address);
    }
    Optional<Caller> caller = tokens.caller(authorization);
    return caller.isPresent()
        ? new RequestBucket(Kind.LET_IN, "token " + caller.get().name() + " " + address)
        : new RequestBucket(Kind.REFUSED, "refused " + address);
  }

  /** Who has one IPv6 address has 2^64 of them. */
  private static String prefix(InetAddress address) {
    return address instanceof Inet6Address
        ? HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), PREFIX_BYTES))
        : address.getHostAddress();
  }
}
