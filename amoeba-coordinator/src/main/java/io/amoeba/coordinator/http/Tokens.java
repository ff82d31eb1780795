package io.amoeba.coordinator.http;

import io.amoeba.coordinator.config.TokenSettings;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds whose token a request shows; hashes are compared in constant time. Immutable. */
final class Tokens {

  private final List<TokenSettings> tokens;

  Tokens(List<TokenSettings> tokens) {
    this.tokens = List.copyOf(tokens);
  }

  boolean areNeeded() {
    return !tokens.isEmpty();
  }

  /** Whose token it is, empty if it shows none that is known. */
  Optional<Caller> caller(Context context) {
    return caller(context.header("Authorization"));
  }

  /** Whose token the header {@code Authorization} holds, empty if it is none that is known. */
  Optional<Caller> caller(@Nullable String header) {
    if (!areNeeded()) {
      return Optional.of(Caller.ANYBODY);
    }
    if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return Optional.empty();
    }
    byte[] shown = digest(header.substring(7).strip());
    Optional<Caller> caller = Optional.empty();
    for (TokenSettings token : tokens) {
      if (MessageDigest.isEqual(HexFormat.of().parseHex(token.sha256()), shown)) {
        caller = Optional.of(Caller.of(token));
      }
    }
    return caller;
  }

  private static byte[] digest(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
