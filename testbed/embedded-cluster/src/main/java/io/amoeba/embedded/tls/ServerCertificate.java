package io.amoeba.embedded.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * A self-signed certificate that holds a name and no address, with its key. Immutable.
 *
 * @param pem both, as Redis reads them
 * @param truststore with the certificate alone, in the JDK's form
 * @param passwordFile of the store
 */
public record ServerCertificate(PemFiles pem, Path truststore, Path passwordFile) {

  private static final String PASSWORD = "changeit";
  private static final String STORE = "named.p12";
  private static final String TRUSTED = "named-trusted.p12";

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
    PemFiles pem = PemFiles.of(folder.resolve(STORE), PASSWORD);
    KeyTool.run(
        folder,
        PASSWORD,
        "-importcert",
        "-noprompt",
        "-alias",
        KeyTool.ALIAS,
        "-file",
        pem.certificate().toString(),
        "-keystore",
        TRUSTED);
    return new ServerCertificate(
        pem,
        folder.resolve(TRUSTED),
        Files.writeString(folder.resolve("named-password"), PASSWORD + "\n"));
  }
}
