package io.amoeba.coordinator.tls;

import io.amoeba.coordinator.config.ClientTls;
import io.amoeba.coordinator.config.StoreFile;
import io.amoeba.partitioner.tls.UnexpiredPeers;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * What the configured stores hold, read once. Immutable.
 *
 * @param keys none: no certificate is shown
 * @param trusted none: whom the JDK trusts
 */
public record ClientStores(Optional<KeyManagerFactory> keys, Optional<TrustManager> trusted) {

  /**
   * Reads the stores.
   *
   * @throws IllegalStateException naming the file that cannot be used any more: the configuration
   *     was read before
   */
  public static ClientStores of(ClientTls tls) {
    return new ClientStores(
        tls.keys().map(ClientStores::keyManagers), tls.trusted().map(ClientStores::trustManager));
  }

  /** For clients of the JDK. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.map(KeyManagerFactory::getKeyManagers).orElse(null),
          trusted.map(one -> new TrustManager[] {one}).orElse(null),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("TLS cannot be used: " + e, e);
    }
  }

  private static KeyManagerFactory keyManagers(StoreFile store) {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(store.load(), store.password());
      return keys;
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(store, e);
    }
  }

  private static TrustManager trustManager(StoreFile store) {
    try {
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store.load());
      return UnexpiredPeers.of(trust.getTrustManagers())[0];
    } catch (IOException | GeneralSecurityException e) {
      throw unusable(store, e);
    }
  }

  private static IllegalStateException unusable(StoreFile store, Exception e) {
    return new IllegalStateException("the store " + store.file() + " cannot be used: " + e, e);
  }
}
