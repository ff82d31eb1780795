package io.amoeba.embedded.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A self-signed certificate that holds a name and no address, with its key. Immutable.
 *
 * @param certificate in the form that Redis reads, as its key
 * @param truststore with the certificate alone, in the JDK's form
 * @param passwordFile of the store
 */
public record ServerCertificate(Path certificate, Path key, Path truststore, Path passwordFile) {

  private static final String PASSWORD = "changeit";
  private static final String STORE = "named.p12";
  private static final String TRUSTED = "named-trusted.p12";
  private static final Base64.Encoder PEM =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  /** Writes all of them into a folder. For errors see {@link KeyTool#run}. */
  public static ServerCertificate of(String name, Path folder)
      throws IOException, InterruptedException, GeneralSecurityException {
    KeyTool.run(
        folder,
        PASSWORD,
        "-genkeypair",
        "-alias",
        KeyTool.ALIAS,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "san=dns:" + name,
        "-keystore",
        STORE);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve(STORE))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Path certificate =
        Files.writeString(
            folder.resolve("named.pem"),
            pem("CERTIFICATE", keys.getCertificate(KeyTool.ALIAS).getEncoded()));
    Path key =
        Files.writeString(
            folder.resolve("named.key"),
            pem("PRIVATE KEY", keys.getKey(KeyTool.ALIAS, PASSWORD.toCharArray()).getEncoded()));
    KeyTool.run(
        folder,
        PASSWORD,
        "-importcert",
        "-noprompt",
        "-alias",
        KeyTool.ALIAS,
        "-file",
        certificate.toString(),
        "-keystore",
        TRUSTED);
    return new ServerCertificate(
        certificate,
        key,
        folder.resolve(TRUSTED),
        Files.writeString(folder.resolve("named-password"), PASSWORD + "\n"));
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n"
        .formatted(kind, PEM.encodeToString(bytes));
  }
}
