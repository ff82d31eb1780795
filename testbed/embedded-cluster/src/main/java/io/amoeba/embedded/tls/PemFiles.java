package io.amoeba.embedded.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/** A key and its certificate in the form that Redis reads. Immutable. */
public record PemFiles(Path certificate, Path key) {

  private static final Base64.Encoder PEM =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  /** Writes the key {@link KeyTool#ALIAS} of a store beside it. */
  public static PemFiles of(Path store, String password)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, password.toCharArray());
    }
    byte[] certificate = keys.getCertificate(KeyTool.ALIAS).getEncoded();
    byte[] key = keys.getKey(KeyTool.ALIAS, password.toCharArray()).getEncoded();
    return new PemFiles(
        Files.writeString(beside(store, ".pem"), pem("CERTIFICATE", certificate)),
        Files.writeString(beside(store, ".key"), pem("PRIVATE KEY", key)));
  }

  private static Path beside(Path store, String end) {
    return store.resolveSibling(store.getFileName() + end);
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(kind, PEM.encodeToString(bytes));
  }
}
