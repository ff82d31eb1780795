package io.amoeba.coordinator.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The token that callers must show; compared in constant time. Immutable. */
final class BearerToken {

  private final byte[] expected;

  private BearerToken(String token) {
    this.expected = token.getBytes(StandardCharsets.UTF_8);
  }

  /** The token in a file, without the line end. */
  static BearerToken read(Path file) {
    try {
      return new BearerToken(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException("token file " + file + " could not be read", e);
    }
  }

  boolean isShownBy(Context context) {
    @Nullable String header = context.header("Authorization");
    if (header == null || !header.regionMatches(true, 0, "Bearer ", 0, 7)) {
      return false;
    }
    byte[] shown = header.substring(7).strip().getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(expected, shown);
  }
}
