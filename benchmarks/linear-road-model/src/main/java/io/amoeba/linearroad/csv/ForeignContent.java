package io.amoeba.linearroad.csv;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Content that is no comma-separated integers, recognised by its first bytes: compressed archives,
 * other encodings, binary data, header lines.
 *
 * @param name such as "gzip-compressed"
 */
public record ForeignContent(String name, String remedy) {
  private static final int HEAD_BYTES = 512;

  private static final List<Signature> SIGNATURES =
      List.of(
          new Signature("1f8b", "gzip-compressed", "unpack it first (gunzip)"),
          new Signature("504b0304", "a zip archive", "unpack it first (unzip)"),
          new Signature("425a68", "bzip2-compressed", "unpack it first (bunzip2)"),
          new Signature("fd377a585a00", "xz-compressed", "unpack it first (unxz)"),
          new Signature("28b52ffd", "zstd-compressed", "unpack it first (unzstd)"),
          new Signature("04224d18", "lz4-compressed", "unpack it first (unlz4)"),
          new Signature("efbbbf", "text with a byte order mark", "save it without one"),
          new Signature("fffe", "UTF-16 text", "save it as ASCII or UTF-8"),
          new Signature("feff", "UTF-16 text", "save it as ASCII or UTF-8"));

  private record Signature(String hex, String name, String remedy) {}

  /** Foreign content of the file, or empty if its head shows none. */
  public static Optional<ForeignContent> of(Path file) throws IOException {
    byte[] head;
    try (InputStream in = Files.newInputStream(file)) {
      head = in.readNBytes(HEAD_BYTES);
    }
    return of(head);
  }

  private static Optional<ForeignContent> of(byte[] head) {
    if (head.length == 0) {
      return Optional.of(
          new ForeignContent("empty", "name a file that has lines, or leave the option out"));
    }
    String hex = HexFormat.of().formatHex(head, 0, Math.min(head.length, 8));
    for (Signature signature : SIGNATURES) {
      if (hex.startsWith(signature.hex)) {
        return Optional.of(new ForeignContent(signature.name, signature.remedy));
      }
    }
    for (byte b : head) {
      if (b == 0) {
        return Optional.of(new ForeignContent("binary data", "name a text file"));
      }
    }
    return header(new String(head, StandardCharsets.ISO_8859_1).lines().findFirst().orElse(""));
  }

  private static Optional<ForeignContent> header(String line) {
    boolean named =
        line.contains(",")
            && line.chars().allMatch(c -> Character.isLetter(c) || " ,_-\"".indexOf(c) >= 0);
    return named
        ? Optional.of(new ForeignContent("text with a header line", "remove the first line"))
        : Optional.empty();
  }
}
