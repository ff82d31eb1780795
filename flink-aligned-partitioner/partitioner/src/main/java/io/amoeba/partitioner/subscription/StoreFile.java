package io.amoeba.partitioner.subscription;

import io.amoeba.partitioner.tls.UnexpiredPeers;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** A PKCS12 store of certificates or keys, by the options that named it. Immutable. */
final class StoreFile {

  private final String option;
  private final Path file;
  private final String passwordOption;
  private final char[] password;

  StoreFile(String option, Path file, String passwordOption, char[] password) {
    this.option = option;
    this.file = file;
    this.passwordOption = passwordOption;
    this.password = password;
  }

  /**
   * What both stores make of TLS.
   *
   * @throws IllegalArgumentException naming the option whose store cannot be used
   */
  static SSLContext tls(@Nullable StoreFile trusted, @Nullable StoreFile keys) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys == null ? null : keys.keyManagers(),
          trusted == null ? null : trusted.trustManagers(),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("TLS cannot be used (" + e + ")", e);
    }
  }

  private TrustManager[] trustManagers() {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(load());
      return UnexpiredPeers.of(trust.getTrustManagers());
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  private KeyManager[] keyManagers() {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(load(), password);
      return keys.getKeyManagers();
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(e);
    }
  }

  private KeyStore load() throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
    }
    return store;
  }

  private IllegalArgumentException unusable(Exception e) {
    return new IllegalArgumentException(
        option
            + " is '"
            + file
            + "': cannot be used ("
            + e
            + "); give a PKCS12 store and its password in "
            + passwordOption,
        e);
  }
}
