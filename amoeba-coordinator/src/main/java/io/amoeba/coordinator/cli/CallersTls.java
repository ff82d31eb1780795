package io.amoeba.coordinator.cli;

import io.amoeba.coordinator.config.Secret;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.coordinator.tls.ClientStores;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** Whom a caller of the coordinator trusts, and what it shows of itself. Stateless. */
final class CallersTls {

  private CallersTls() {}

  /**
   * Reads the files.
   *
   * @param ca certificates to trust (PEM); null: those of the JDK
   * @param keystore the caller's key and certificate (PKCS #12); empty: it shows none
   * @throws ApiFailure naming the option that cannot be used
   */
  static SSLContext context(@Nullable Path ca, String keystore, String passwordFile) {
    return new ClientStores(
            keystore.isEmpty()
                ? Optional.empty()
                : Optional.of(keys(Path.of(keystore), passwordFile)),
            Optional.ofNullable(ca).map(CallersTls::trusted))
        .context();
  }

  private static TrustManager trusted(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca-" + number, each);
        number++;
      }
      return ClientStores.trustManager(store);
    } catch (IOException | GeneralSecurityException e) {
      throw new ApiFailure("--ca is '" + file + "': no certificates can be read from it: " + e);
    }
  }

  private static KeyManagerFactory keys(Path file, String passwordFile) {
    if (passwordFile.isEmpty()) {
      throw new ApiFailure(
          "--keystore is set without --keystore-password-file: name the file with its password");
    }
    try {
      return ClientStores.keyManagers(
          new StoreFile(file, new Secret.InFile(Path.of(passwordFile))));
    } catch (IOException | GeneralSecurityException e) {
      throw new ApiFailure(
          "--keystore is '%s', with its password in '%s': it cannot be read: %s"
              .formatted(file, passwordFile, e));
    }
  }
}
